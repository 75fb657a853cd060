import type { Endpoint, EndpointSettings, HookwellClient } from '@hookwell/client';
import { isSameDocument } from '@hookwell/client/same-document';
import { type FiledEndpoint, memberPlace } from '@hookwell/setup';
import { CommandFailure } from '../command-line/outcome.ts';
import { shownTokens } from '../service/receive-addresses.ts';
import { type Difference, differencesOf, hasSecrets, withoutValue } from './differences.ts';
import { type VersionedSettings, versioned } from './versioned-settings.ts';

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
  differences: Difference[];
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
): Difference[] {
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
