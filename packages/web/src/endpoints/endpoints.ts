import type { Endpoint } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { queryClient } from '../service/queries.ts';
import { endpointsKey, usePrincipal } from '../session/session.ts';

export const endpointsQuery = queryOptions({
  queryKey: endpointsKey,
  queryFn: ({ signal }) => client.endpoints.list({ signal }),
});

/** The account's endpoints, oldest first. Suspends until they are known. */
export function useEndpoints(): Endpoint[] {
  // First who asks: a new visitor's session begins with that, and nothing can be read before.
  usePrincipal();
  return useSuspenseQuery(endpointsQuery).data;
}

export function useEndpoint(token: string): Endpoint | undefined {
  return useEndpoints().find((endpoint) => endpoint.token === token);
}

/** @throws HookwellError 403 at the plan's limit */
export async function createEndpoint(): Promise<Endpoint> {
  const created = await client.endpoints.create();
  const endpoints = await readAnew();
  return endpoints.find(({ id }) => id === created.id) ?? { ...created, badgeName: '' };
}

/** @throws HookwellError 400 for such a name, 404 for one that is gone */
export async function renameEndpoint(token: string, badgeName: string): Promise<void> {
  const renamed = await client.endpoints.rename(token, badgeName);
  queryClient.setQueryData(endpointsKey, (known: Endpoint[] | undefined) =>
    known?.map((endpoint) => (endpoint.id === renamed.id ? renamed : endpoint)),
  );
  feed.tell({ kind: 'endpoints' });
}

/** Deletes it with all it captured. */
export async function deleteEndpoint(token: string): Promise<void> {
  await client.endpoints.delete(token);
  await readAnew();
}

/** Deletes every endpoint with all they captured, and gives the new one. */
export async function regenerateEndpoints(): Promise<Endpoint | undefined> {
  const created = await client.endpoints.regenerate();
  return (await readAnew()).find(({ id }) => id === created.id);
}

async function readAnew(): Promise<Endpoint[]> {
  feed.tell({ kind: 'endpoints' });
  return await queryClient.fetchQuery({ ...endpointsQuery, staleTime: 0 });
}
