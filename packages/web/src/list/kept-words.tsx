import { removedTogether, removedWords } from '@hookwell/core/api/sentences';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { usageQuery } from '../endpoints/endpoints.ts';
import { useService } from '../service/service.ts';
import { usePrincipal } from '../session/session.ts';
import { formatCount, plural } from '../ui/format.ts';

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
