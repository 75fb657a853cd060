import type { RefusedRequests } from '@hookwell/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';

/** Refusals change nothing that the live stream tells of, so a page that is looked at asks for them now and then. */
const againMs = 10_000;
/** After a failure it asks less often. Whether the service is away, the state of the connection says. */
const againAfterFailureMs = 60_000;

/** The requests to an endpoint that were not stored, newest first. */
function refusalsQuery(token: string) {
  return queryOptions({
    queryKey: ['refusals', token],
    queryFn: ({ signal }) => client.endpoints.refusals(token, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { status } }) =>
      status === 'error' ? againAfterFailureMs : againMs,
  });
}

/** Follows the refusals of an endpoint as long as the tab is seen. */
export function useRefusals(token: string) {
  return useQuery(refusalsQuery(token));
}

/** The number of requests in these rows. */
export function countRefused(rows: readonly Pick<RefusedRequests, 'count'>[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}
