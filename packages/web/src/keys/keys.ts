import type { ApiKey, CreatedApiKey } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { queryClient } from '../service/queries.ts';

const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => client.keys.list({ signal }),
});

/** The account's keys, oldest first. Its plan must have API use. Suspends until they are known. */
export function useKeys(): ApiKey[] {
  return useSuspenseQuery(keysQuery).data;
}

/** @throws {HookwellError} with status 400 if the name is not allowed, 403 if the account can have no more keys */
export async function createKey(name: string): Promise<CreatedApiKey> {
  const created = await client.keys.create({ name });
  await queryClient.invalidateQueries(keysQuery);
  return created;
}

/** @throws {HookwellError} with status 404 if the key is gone already */
export async function deleteKey({ trackingId }: ApiKey): Promise<void> {
  try {
    await client.keys.delete(trackingId);
  } finally {
    await queryClient.invalidateQueries(keysQuery);
  }
}
