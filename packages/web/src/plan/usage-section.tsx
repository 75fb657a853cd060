import type { Endpoint, EndpointUsage, PlanOffer } from '@hookwell/client';
import { removedWords } from '@hookwell/core/api/sentences';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usageQuery, useEndpoints } from '../endpoints/endpoints.ts';
import { formatBytes, formatCount, plural } from '../ui/format.ts';

/** The account's usage of the limits of its plan. */
export function Usage({ limits }: { limits: PlanOffer }) {
  const endpoints = useEndpoints();
  const used = `${formatCount(endpoints.length)} of ${formatCount(limits.endpoints)}`;
  return (
    <div className="space-y-6">
      <div className="space-y-1.5">
        <p className="flex justify-between gap-4">
          <span>Endpoints</span>
          <span className="tabular text-muted">{used}</span>
        </p>
        <Meter limit={limits.endpoints} value={endpoints.length} />
        {endpoints.length > limits.endpoints && (
          <p className="text-xs text-muted">
            All of them keep working. Only new ones are refused until there are fewer.
          </p>
        )}
      </div>
      <RequestsKept endpoints={endpoints} limits={limits} />
    </div>
  );
}

interface RequestsKeptProps {
  endpoints: readonly Endpoint[];
  limits: PlanOffer;
}

function RequestsKept({ endpoints, limits }: RequestsKeptProps) {
  const { data, isError } = useQuery(usageQuery);
  return (
    <div>
      <h3 className="font-medium">Requests kept</h3>
      <p className="text-xs text-muted">
        For {plural(limits.days, 'day')}: the newest {formatCount(limits.requestsPerEndpoint)} of
        each endpoint, and {formatBytes(limits.bytes)} in all.
      </p>
      {isError && <p className="mt-2 text-muted">They could not be counted.</p>}
      {data !== undefined && (
        <>
          <div className="mt-2 space-y-1.5 py-2.5">
            <p className="flex justify-between gap-4">
              <span>Total size</span>
              <span className="tabular text-muted">
                {formatBytes(data.bytes)} of {formatBytes(limits.bytes)}
              </span>
            </p>
            <Meter limit={limits.bytes} value={data.bytes} />
          </div>
          <ul className="divide-y divide-line">
            {endpoints.map((endpoint) => (
              <KeptRow
                endpoint={endpoint}
                key={endpoint.id}
                limits={limits}
                // One that was made since has nothing.
                usage={
                  data.endpoints.find(({ token }) => token === endpoint.token) ?? {
                    requests: 0,
                    bytes: 0,
                  }
                }
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface KeptRowProps {
  endpoint: Endpoint;
  usage: Pick<EndpointUsage, 'requests' | 'bytes' | 'removed'>;
  limits: PlanOffer;
}

function KeptRow({ endpoint, usage, limits }: KeptRowProps) {
  const { token, badgeName } = endpoint;
  return (
    <li className="space-y-1.5 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Link
          className="min-w-0 wrap-anywhere hover:underline"
          params={{ token }}
          to="/endpoints/$token"
        >
          {badgeName}
        </Link>
        <span className="tabular text-muted">
          {formatCount(usage.requests)} of {formatCount(limits.requestsPerEndpoint)},{' '}
          {formatBytes(usage.bytes)}
        </span>
      </div>
      <Meter limit={limits.requestsPerEndpoint} value={usage.requests} />
      {usage.removed !== undefined && (
        <p className="text-xs text-muted">{removedWords(usage.removed, limits)}</p>
      )}
    </li>
  );
}

/** A bar that shows how much of a limit is used. The words beside it say the same. */
function Meter({ value, limit }: { value: number; limit: number }) {
  const share = limit === 0 ? 1 : Math.min(1, value / limit);
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-raised">
      <div
        className={`drawn h-full rounded-full ${share < 0.9 ? 'bg-accent' : 'bg-warn'}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
