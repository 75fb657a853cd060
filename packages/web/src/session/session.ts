import type { Principal } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { feed } from '../live/feed.ts';
import { writeSetting } from '../page/settings.ts';
import { queryClient } from '../service/queries.ts';
import { start } from './start.ts';

/** The page keeps the endpoints that it knows under this key. */
export const endpointsKey = ['endpoints'] as const;

export const principalQuery = queryOptions({
  queryKey: ['principal'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const { principal, endpoints } = await start();
    queryClient.setQueryData(endpointsKey, endpoints);
    return principal;
  },
});

/** The user of the page, a guest or a registered account. Suspends until it is known. */
export function usePrincipal(): Principal {
  return useSuspenseQuery(principalQuery).data;
}

/** Reads everything again in every tab. To be called after a log-in, a registration or a log-out. */
export async function sessionChanged(): Promise<void> {
  feed.tell({ kind: 'session' });
  await readAnew();
}

/** Makes this browser a new visitor's, after its session has ended on the server. */
export async function beginAnew(): Promise<void> {
  writeSetting('visited', undefined);
  await sessionChanged();
}

/** Forgets the data of the previous session and reads that of the present one. */
export async function readAnew(): Promise<void> {
  await queryClient.cancelQueries();
  // The principal comes first, since this may make the guest whose cookie all other calls need.
  await queryClient.fetchQuery({ ...principalQuery, staleTime: 0 });
  feed.restart();
  // Nothing of the previous session is shown meanwhile. The endpoints came with the principal.
  const kept: readonly unknown[] = [principalQuery.queryKey[0], endpointsKey[0], 'service'];
  await queryClient.resetQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}
