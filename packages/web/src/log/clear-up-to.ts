import { type HookwellClient, HookwellError } from '@hookwell/client';

/** How many are deleted at the same time. */
const atOnce = 4;

/**
 * Deletes the captured requests of a scope up to an id. The service can clear a scope only as a whole:
 * where something newer has come, which nobody meant, each is deleted by itself.
 * @param endpoint its token; of all endpoints where it is missing
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
  const workers = Array.from({ length: atOnce }, async () => {
    for (;;) {
      const { done, value } = await older.next();
      if (done) return;
      await deleteOne(client, value.id);
    }
  });
  await Promise.all(workers);
}

/** Deletes all of a scope, whatever has come meanwhile. */
export function clearAll(client: HookwellClient, endpoint: string | undefined): Promise<void> {
  return endpoint === undefined ? client.requests.clearAll() : client.requests.clear(endpoint);
}

/** That it is gone already is as good. */
export async function deleteOne(client: HookwellClient, id: number): Promise<void> {
  try {
    await client.requests.delete(id);
  } catch (error) {
    if (!(error instanceof HookwellError && error.status === 404)) throw error;
  }
}
