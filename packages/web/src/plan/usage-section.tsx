import type { Endpoint, PlanOffer } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { client } from '../service/client.ts';
import { Button } from '../ui/button.tsx';
import { formatBytes, formatCount, formatDay, plural } from '../ui/format.ts';
import { countKept, keptText, keptUntil } from './kept-requests.ts';

/** The requests of so many endpoints are counted at once, those of others when the user asks for it. */
const countedEndpoints = 5;
/** So many pages of 1000 requests are read for one endpoint: at first, and when the user asks for it. */
const fewPages = 1;
const manyPages = 10;

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
      <div>
        <h3 className="font-medium">Requests kept</h3>
        <p className="text-xs text-muted">
          Each for {plural(limits.days, 'day')}; of each endpoint the newest{' '}
          {formatCount(limits.requestsPerEndpoint)}; {formatBytes(limits.bytes)} for all together.
        </p>
        <ul className="mt-2 divide-y divide-line">
          {endpoints.map((endpoint, index) => (
            <KeptRow
              endpoint={endpoint}
              isCounted={index < countedEndpoints}
              key={endpoint.id}
              limits={limits}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

interface KeptRowProps {
  endpoint: Endpoint;
  isCounted: boolean;
  limits: PlanOffer;
}

function KeptRow({ endpoint, isCounted, limits }: KeptRowProps) {
  const { token, badgeName } = endpoint;
  const [pages, setPages] = useState(isCounted ? fewPages : 0);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['kept', token, pages],
    queryFn: ({ signal }) => countKept(client, token, pages, signal),
    enabled: pages > 0,
    placeholderData: (before) => before,
  });
  const text = data && keptText(data, limits.requestsPerEndpoint);
  const canCountOn = pages === 0 || (data?.isMore === true && pages < manyPages);
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
        <span className="tabular flex items-center gap-2 text-muted">
          {isError ? 'Could not be counted' : (text ?? (isFetching ? 'Counting…' : ''))}
          {canCountOn && !isFetching && (
            <Button
              aria-label={`Count the requests of ${badgeName}`}
              onClick={() => setPages(manyPages)}
              size="small"
            >
              Count
            </Button>
          )}
        </span>
      </div>
      {data !== undefined && <Meter limit={limits.requestsPerEndpoint} value={data.count} />}
      {data?.oldestAt !== undefined && (
        <p className="text-xs text-muted">
          The oldest is deleted on {formatDay(keptUntil(data.oldestAt, limits.days))}, or earlier if
          newer ones need its place.
        </p>
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
        className={`h-full rounded-full ${share < 0.9 ? 'bg-accent' : 'bg-warn'}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
