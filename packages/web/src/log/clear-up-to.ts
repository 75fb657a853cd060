import { type HookwellClient, HookwellError } from '@hookwell/client';

const mostDeletionsAtOnce = 4;

/**
 * Deletes the captured requests up to an id. The service can only clear everything, so if newer ones have come, each
 * older one is deleted by itself.
 * @param endpoint the token of the endpoint; if it is missing, all endpoints are cleared
 */
export async function clearUpTo(
  client: HookwellClient,
  upTo: number,
  endpoint: string | undefined,
): Promise<void> {
  const newer = await client.requests.page({ endpoint, after: upTo, limit: 1, view: 'summary' });
  if (newer.items.length === 0) return await clearAll(client, endpoint);
  const older = client.requests.each({
    endpoint,
    before: upTo + 1,
    pageSize: 500,
    view: 'summary',
  });
  const workers = Array.from({ length: mostDeletionsAtOnce }, async () => {
    for (;;) {
      const { done, value } = await older.next();
      if (done) return;
      await deleteOne(client, value.id);
    }
  });
  await Promise.all(workers);
}

/** Deletes all captured requests of the endpoint, or of all endpoints. */
export function clearAll(client: HookwellClient, endpoint: string | undefined): Promise<void> {
  return endpoint === undefined ? client.requests.clearAll() : client.requests.clear(endpoint);
}

/** Deletes a captured request. It is no error if it was deleted before. */
export async function deleteOne(client: HookwellClient, id: number): Promise<void> {
  try {
    await client.requests.delete(id);
  } catch (error) {
    if (!(error instanceof HookwellError && error.status === 404)) throw error;
  }
}
