import type { EndpointSettings, HookwellClient } from '@hookwell/client';
import { createEndpoint } from '../service/create-endpoint.ts';
import { isNotFound } from '../service/not-found.ts';
import { type Difference, hiddenDifference } from './differences.ts';
import type { PlannedChanges, PlannedEndpoint } from './planned-changes.ts';
import { isSame, type VersionedSettings, versioned } from './versioned-settings.ts';

/** An endpoint of the file, or one that was removed, with what was done about it. */
export interface AppliedEndpoint {
  name: string;
  token: string;
  change: 'created' | 'updated' | 'unchanged' | 'removed';
  /** Of updated settings. */
  differences?: readonly Difference[];
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
