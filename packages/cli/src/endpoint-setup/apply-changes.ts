import type { EndpointSettings, HookwellClient } from '@hookwell/client';
import { createEndpoint } from '../service/create-endpoint.ts';
import { isNotFound } from '../service/not-found.ts';
import type { PlannedChanges, PlannedEndpoint } from './planned-changes.ts';
import { isSameDocument } from './settings-text.ts';

/** An endpoint of the file, or one that was removed, with what was done about it. */
export interface AppliedEndpoint {
  name: string;
  token: string;
  change: 'created' | 'updated' | 'unchanged' | 'removed';
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
  { described: { name }, token, settings, before }: PlannedEndpoint,
  client: HookwellClient,
): Promise<AppliedEndpoint> {
  if (token === undefined) return await created(name, settings, client);
  if (settings === undefined) return { name, token, change: 'unchanged' };
  const after = await putSettings(token, settings, client);
  return { name, token, change: isSameDocument(before, after) ? 'unchanged' : 'updated' };
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
): Promise<EndpointSettings> {
  const calls = endpoints.settings(token);
  if (Object.keys(settings).length > 0) return await calls.put(settings);
  await calls.delete();
  return {};
}
