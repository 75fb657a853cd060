import type { RefusedRequests } from '@hookwell/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../service/client.ts';
import { plural } from '../ui/format.ts';
import { WarningIcon } from '../ui/icons.tsx';
import { ChevronRightIcon } from '../ui/part-icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

/** A quiet line above a list of requests: some were refused, and the way to what they were. */
export function RefusalsNote({ token }: { token: string }) {
  const { data: rows = [] } = useRefusals(token);
  const [newest] = rows;
  if (newest === undefined) return null;
  return (
    <Link
      className="flex min-h-7 items-center gap-1.5 border-b border-line bg-surface py-1 px-4 text-xs text-muted outline-offset-[-2px] hover:bg-raised hover:text-text"
      params={{ token }}
      title="Show which ones, and why"
      to="/endpoints/$token/refusals"
    >
      <WarningIcon className="size-3.5 text-warn" />
      <span className="mr-auto min-w-0">
        {plural(countRefused(rows), 'refused request')}
        <span className="sr-only">, the last one </span>
      </span>
      <RelativeTime at={newest.at} className="tabular" isSpoken />
      <ChevronRightIcon className="size-3.5" />
    </Link>
  );
}

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
