import { useService } from '../service/service.ts';
import { usePrincipal } from '../session/session.ts';
import { formatCount, plural } from '../ui/format.ts';

/** The words at the end of a list, before anything is deleted: how much is kept, and for how long. */
export function KeptWords() {
  const { plan } = usePrincipal();
  const limits = useService().plans.find((offered) => offered.plan === plan);
  if (limits === undefined) return null;
  const { requestsPerEndpoint, days } = limits;
  return (
    <p className="px-4 py-6 text-center text-xs text-muted">
      The newest {formatCount(requestsPerEndpoint)} requests of an endpoint are kept for{' '}
      {plural(days, 'day')}.
    </p>
  );
}
