import { removedTogether, removedWords } from '@hookwell/core/api/sentences';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { usageQuery } from '../endpoints/endpoints.ts';
import { indexBelow } from '../log/newest-first.ts';
import { undoables } from '../log/removed-requests.ts';
import type { LogScope, RequestLog } from '../log/request-log.ts';
import type { ShownLog } from '../log/use-request-log.ts';
import { client, useService } from '../service/client.ts';
import { usePrincipal } from '../session/session.ts';
import { formatCount, plural } from '../ui/format.ts';

interface ListTotalProps {
  scope: LogScope;
  log: ShownLog;
}

/** Retention and others take requests away without a word to this list. */
const askAgainMs = 30_000;

/** How many requests there are, the ones that are not loaded included; `12+` until they are counted. */
export function ListTotal({ scope, log: { log, items, generation } }: ListTotalProps) {
  const { data } = useQuery({
    queryKey: ['older-requests', scope, generation],
    queryFn: async ({ signal }) => {
      const { endpoints } = await client.requests.usage({ signal });
      const meant = endpoints.filter(({ token }) => scope === 'all' || token === scope);
      return olderThanLoaded(log, meant);
    },
    staleTime: 0,
    refetchInterval: askAgainMs,
    placeholderData: (last) => last,
  });
  if (data === undefined) return `${formatCount(items.length)}+`;
  return formatCount(data.count + indexBelow(items, data.from));
}

interface Counted {
  requests: number;
  newestId?: number;
}

/**
 * The number of stored requests that are older than those of a list, by what the service counted up to an id of each endpoint.
 * What can still be undone is counted by the service, and not shown here.
 */
function olderThanLoaded(
  log: Pick<RequestLog, 'getSnapshot' | 'countLoaded'>,
  counted: readonly Counted[],
): { count: number; from: number } {
  const { items, heldCount } = log.getSnapshot();
  const removed = undoables
    .get()
    .flatMap(({ removals }) => removals)
    .flatMap((removal) => (removal.kind === 'deleted' ? [removal.id] : []));
  const newestId = Math.max(0, ...counted.map((one) => one.newestId ?? 0));
  const stored = counted.reduce((sum, { requests }) => sum + requests, 0);
  const loaded = items.length - indexBelow(items, newestId + 1) + heldCount;
  const count = Math.max(0, stored - loaded - log.countLoaded(removed));
  return { count, from: items.at(-1)?.id ?? 0 };
}

/**
 * The words at the end of a list: what was removed lately, how much is kept, and for how long.
 * @param isEmptySearch only what was removed: somebody looks for a request
 */
export function KeptWords({ isEmptySearch = false }: { isEmptySearch?: boolean }) {
  const { plan } = usePrincipal();
  const { token } = useParams({ strict: false });
  const { data } = useQuery(usageQuery);
  const limits = useService().plans.find((offered) => offered.plan === plan);
  if (limits === undefined) return null;
  const { requestsPerEndpoint, days } = limits;
  const listed = data?.endpoints.filter((each) => token === undefined || each.token === token);
  const removed = removedTogether(listed ?? []);
  if (isEmptySearch) return removed && <p>{removedWords(removed, limits)}</p>;
  return (
    <p className="px-4 py-6 text-center text-xs text-muted">
      {removed !== undefined && `${removedWords(removed, limits)} `}
      The newest {formatCount(requestsPerEndpoint)} requests of an endpoint are kept for{' '}
      {plural(days, 'day')}.
    </p>
  );
}
