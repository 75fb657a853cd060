import type { Endpoint, EndpointSettings, HookwellClient } from '@hookwell/client';
import { isSameDocument } from '@hookwell/client/same-document';
import {
  type DescribedEndpoint,
  type FiledEndpoint,
  memberPlace,
} from '@hookwell/core/rules/files';
import { CommandFailure } from '../command-line/outcome.ts';
import { createEndpoint, shownTokens } from '../service/endpoints.ts';
import { isNotFound } from '../service/not-found.ts';
import {
  differencesOf,
  hasSecrets,
  hiddenDifference,
  type SetupDifference,
  withoutValue,
} from './differences.ts';
import { isSame, type VersionedSettings, versioned } from './settings.ts';

/** The changes by which an account gets the endpoints of a file. */
export interface PlannedChanges {
  /** In the order of the file. */
  endpoints: PlannedEndpoint[];
  /** The endpoints that the file does not name. */
  others: Endpoint[];
}

export interface PlannedEndpoint {
  described: FiledEndpoint;
  /** `undefined`: it has to be made. */
  token: string | undefined;
  /**
   * The settings that it has to get; `undefined`: they are right, or the file says nothing about them. Settings with secrets
   * are always put: only the service can tell whether these are the ones that it has.
   */
  settings: EndpointSettings | undefined;
  /** Those that it has. */
  before: VersionedSettings;
  /** Between the two, as far as that can be told beforehand; values that come from the environment are left out. */
  differences: SetupDifference[];
  /** Whether only the service can tell, once it gets the settings, if a secret is another one. */
  isUncertain: boolean;
}

/**
 * Compares the endpoints of a file with those of the account, and changes nothing.
 * @throws {CommandFailure} if it cannot be told which endpoint is meant
 */
export async function plannedChanges(
  described: readonly FiledEndpoint[],
  { endpoints }: HookwellClient,
  signal: AbortSignal,
): Promise<PlannedChanges> {
  const existing = await endpoints.list({ signal });
  const planned: PlannedEndpoint[] = [];
  for (const one of described) {
    const found = endpointNamed(one, existing);
    const wanted = one.settings;
    const before =
      found === undefined || wanted === undefined
        ? { settings: {}, version: undefined }
        : await versioned((options) => endpoints.settings(found.token).get({ ...options, signal }));
    // Settings as they are read have no secrets, so those with any differ from them.
    const isRight = wanted === undefined || isSameDocument(before.settings, wanted);
    planned.push({
      described: one,
      token: found?.token,
      settings: isRight ? undefined : wanted,
      before,
      differences: found === undefined ? [] : tellable(one, before.settings),
      isUncertain: found !== undefined && wanted !== undefined && hasSecrets(wanted),
    });
  }
  const named = new Set(described.map(({ name }) => name));
  return { endpoints: planned, others: existing.filter(({ badgeName }) => !named.has(badgeName)) };
}

/** @throws {CommandFailure} if several have the name */
function endpointNamed(
  { name, place }: FiledEndpoint,
  existing: readonly Endpoint[],
): Endpoint | undefined {
  const named = existing.filter(({ badgeName }) => badgeName === name);
  if (named.length < 2) return named[0];
  throw new CommandFailure(
    `${place}.name: ${named.length} endpoints have this name: ${shownTokens(named)}`,
  );
}

/** The differences without values that come from the environment, and without those that these replace. */
function tellable(
  { settings, place, filledPlaces }: FiledEndpoint,
  before: EndpointSettings,
): SetupDifference[] {
  if (settings === undefined) return [];
  const isFilled = (path: string) => filledPlaces.has(`${memberPlace(place, 'settings')}.${path}`);
  return differencesOf(before, settings).map((one) =>
    isFilled(one.path) ? withoutValue(one) : one,
  );
}

/**
 * Finds out before anything is changed whether the plan of the account has room.
 * @throws {CommandFailure} if it has not
 */
export async function checkRoom(
  { endpoints, others }: PlannedChanges,
  isPruned: boolean,
  client: HookwellClient,
  signal: AbortSignal,
): Promise<void> {
  const missing = endpoints.filter(({ token }) => token === undefined);
  if (missing.length === 0) return;
  const [{ plan: own }, { plans }] = await Promise.all([
    client.auth.me({ signal }),
    client.service.get({ signal }),
  ]);
  const room = plans.find(({ plan }) => plan === own)?.endpoints;
  const count = endpoints.length + (isPruned ? 0 : others.length);
  if (room === undefined || count <= room) return;
  throw new CommandFailure(
    `The account would have ${count} endpoints, and its plan (${own}) has room for ${room}: nothing was changed`,
  );
}

/** An endpoint of the file, or one that was removed, with what was done about it. */
export interface AppliedEndpoint {
  name: string;
  token: string;
  change: 'created' | 'updated' | 'unchanged' | 'removed';
  /** Of updated settings. */
  differences?: readonly SetupDifference[];
}

/**
 * Makes the changes, removals first so that there is room, and tells each one as soon as it is done: if the service refuses
 * a later one, those that were told stay.
 * @throws {HookwellError} if the service refuses one
 */
export async function* applyChanges(
  { endpoints, others }: PlannedChanges,
  { isPruned, client, signal }: { isPruned: boolean; client: HookwellClient; signal: AbortSignal },
): AsyncGenerator<AppliedEndpoint, void> {
  for (const { token, badgeName: name } of isPruned ? others : []) {
    signal.throwIfAborted();
    await client.endpoints.delete(token);
    yield { name, token, change: 'removed' };
  }
  for (const endpoint of endpoints) {
    signal.throwIfAborted();
    yield await applied(endpoint, client);
  }
}

async function applied(
  { described: { name }, token, settings, before, differences }: PlannedEndpoint,
  client: HookwellClient,
): Promise<AppliedEndpoint> {
  if (token === undefined) return await created(name, settings, client);
  if (settings === undefined) return { name, token, change: 'unchanged' };
  const after = await putSettings(token, settings, client);
  if (isSame(before, after)) return { name, token, change: 'unchanged' };
  const told = differences.length === 0 ? [hiddenDifference] : differences;
  return { name, token, change: 'updated', differences: told };
}

/** A new endpoint. One that cannot be finished is deleted: without its name a second run would make another one. */
async function created(
  name: string,
  settings: PlannedEndpoint['settings'],
  client: HookwellClient,
): Promise<AppliedEndpoint> {
  const { token } = await createEndpoint(client);
  try {
    if (settings !== undefined) await putSettings(token, settings, client);
    await client.endpoints.rename(token, name);
    return { name, token, change: 'created' };
  } catch (error) {
    await client.endpoints.delete(token).catch((failure: unknown) => {
      if (!isNotFound(failure)) throw failure;
    });
    throw error;
  }
}

/** Gives the settings as they are now. */
async function putSettings(
  token: string,
  settings: EndpointSettings,
  { endpoints }: HookwellClient,
): Promise<VersionedSettings> {
  // Empty settings remove those that are there.
  return await versioned((options) => endpoints.settings(token).put(settings, options));
}

/** The outcome of `applyChanges`, as far as it is known before: nothing is changed. */
export function* expectedChanges(
  { endpoints, others }: PlannedChanges,
  isPruned: boolean,
): Generator<Omit<AppliedEndpoint, 'token'> & { token?: string }, void> {
  for (const { token, badgeName: name } of isPruned ? others : []) {
    yield { name, token, change: 'removed' };
  }
  for (const { described, token, differences } of endpoints) {
    const { name } = described;
    if (token === undefined) yield { name, change: 'created' };
    else if (differences.length === 0) yield { name, token, change: 'unchanged' };
    else yield { name, token, change: 'updated', differences };
  }
}

/**
 * The name of an environment variable for the URL of each endpoint: `SHOP_ORDERS_URL` for "Shop orders".
 * @throws {CommandFailure} if a name makes none, or the same as another one
 */
export function variableNames(endpoints: readonly DescribedEndpoint[]): Map<string, string> {
  const variables = new Map<string, string>();
  const places = new Map<string, string>();
  for (const { name, place } of endpoints) {
    const word = name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '');
    if (word === '') {
      throw new CommandFailure(`${place}.name: a variable needs a letter or digit of ASCII`);
    }
    const variable = /^\d/.test(word) ? `_${word}_URL` : `${word}_URL`;
    const earlier = places.get(variable);
    if (earlier !== undefined) {
      throw new CommandFailure(
        `${place}.name: its variable ${variable} is also that of ${earlier}`,
      );
    }
    places.set(variable, place);
    variables.set(name, variable);
  }
  return variables;
}
