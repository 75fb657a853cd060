import type { Endpoint, RefusedRequests } from '@hookwell/client';
import { Link, useParams } from '@tanstack/react-router';
import { EndpointPageHead, ReadFailure, UnknownEndpoint } from '../endpoints/endpoint-page.tsx';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { useTitle } from '../page/page-head.tsx';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { ShownText } from '../request/shown-text.tsx';
import { usePrincipal } from '../session/session.ts';
import { Badge, MethodBadge } from '../ui/badge.tsx';
import { textLink } from '../ui/controls.tsx';
import { formatBytes, formatCount, plural } from '../ui/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { pathBelow, refusalAnswer, refusalWords } from './refusal-words.ts';
import { countRefused, useRefusals } from './refusals-note.tsx';

/** The requests to an endpoint that were not stored, and why. */
export function RefusalsScreen() {
  const { token = '' } = useParams({ strict: false });
  const endpoint = useEndpoint(token);
  if (endpoint === undefined) return <UnknownEndpoint />;
  return <Refusals endpoint={endpoint} key={endpoint.id} />;
}

function Refusals({ endpoint }: { endpoint: Endpoint }) {
  const { token, badgeName } = endpoint;
  useTitle(`Refused requests of ${badgeName}`);
  const { data: rows, error, refetch } = useRefusals(token);
  return (
    <div className="page-pane">
      <div className="mx-auto max-w-4xl px-4 py-4 sm:py-6">
        <EndpointPageHead endpoint={endpoint} title="Refused requests" where="at" />
        {error !== null && (
          <ReadFailure error={error} onRetry={() => void refetch()} subject="This" />
        )}
        {rows === undefined && error === null && <LinesSkeleton />}
        {rows?.length === 0 && <NothingRefused />}
        {rows !== undefined && rows.length > 0 && <RefusalList rows={rows} token={token} />}
      </div>
    </div>
  );
}

function RefusalList({ rows, token }: { rows: readonly RefusedRequests[]; token: string }) {
  return (
    <>
      <p className="mb-3 text-muted">
        {plural(countRefused(rows), 'request')} to this endpoint could not be stored, so this is all
        that is known of them. Lines go after 7 days, or once there are more than 100, or when the
        requests of the endpoint are deleted.
      </p>
      <ol
        aria-label="Refused requests"
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
      >
        {rows.map((refused, index) => (
          <RefusalRow
            isFirstOfReason={rows.findIndex(({ reason }) => reason === refused.reason) === index}
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and its count may grow
            key={`${refused.at} ${refused.reason} ${rows.length - index}`}
            refused={refused}
            token={token}
          />
        ))}
      </ol>
    </>
  );
}

function NothingRefused() {
  return (
    <section className="rounded-xl border border-line bg-surface px-5 py-6 text-base">
      <h2 className="mb-2 text-lg font-semibold tracking-tight">No refused requests</h2>
      <p>
        Every request of the last 7 days that reached this endpoint was stored. One that is too
        large, too slow or not valid HTTP, or that comes when the service has no room, is named here
        with the reason.
      </p>
      <p className="mt-3 text-muted">
        A sender that says it has sent something, of which there is nothing here and nothing in the
        list, has not reached this endpoint: look at the URL that it sends to.
      </p>
    </section>
  );
}

interface RefusalRowProps {
  refused: RefusedRequests;
  token: string;
  /** What to do about a reason is said once, at its newest row. */
  isFirstOfReason: boolean;
}

/** Requests that were refused alike within a minute: why, what is known of them, and what to do. */
function RefusalRow({ refused, token, isFirstOfReason }: RefusalRowProps) {
  const { at, status, method, path, bytes, ipAddress, count } = refused;
  const { isGuest } = usePrincipal();
  const { happened, next } = refusalWords(refused);
  return (
    <li className="px-4 py-3">
      <div className="flex items-baseline gap-2">
        <span className="shrink-0 tabular" title={refusalAnswer(refused)}>
          <Badge tone={status === undefined ? 'plain' : 'danger'}>
            <span className="sr-only">{refusalAnswer(refused)}, </span>
            <span aria-hidden>{status ?? 'no answer'}</span>
          </Badge>
        </span>
        <h2 className="min-w-0 grow font-medium wrap-anywhere">
          <ShownText text={happened} />
        </h2>
        {count > 1 && (
          <span
            className="shrink-0 text-xs text-muted"
            title="Alike, from one network, in a minute"
          >
            {formatCount(count)} times
          </span>
        )}
        <RelativeTime at={at} className="shrink-0 text-xs text-muted tabular" isSpoken />
      </div>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs text-muted">
        {(method ?? path) !== undefined && (
          <span className="flex min-w-0 items-baseline gap-1.5">
            {method !== undefined && <MethodBadge className="max-w-40 shrink-0" method={method} />}
            {path !== undefined && (
              <span className="min-w-0 font-mono wrap-anywhere text-text">
                <ShownText text={pathBelow(path, token)} />
              </span>
            )}
          </span>
        )}
        {bytes !== undefined && <span title={`${bytes} bytes`}>{formatBytes(bytes)} of body</span>}
        <span>
          from <span className="font-mono">{ipAddress}</span>
        </span>
      </p>
      {isFirstOfReason && next !== '' && (
        <p className="mt-1.5">
          {next}
          {refused.reason === 'guest_space_full' && isGuest && (
            <>
              {' '}
              <Link className={textLink} to="/register">
                Create an account
              </Link>
            </>
          )}
        </p>
      )}
    </li>
  );
}
