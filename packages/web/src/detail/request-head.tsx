import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import type { ReactNode } from 'react';
import { useEndpoints } from '../endpoints/endpoints.ts';
import { textOfBytes } from '../request/byte-text.ts';
import { targetParts } from '../request/target.ts';
import { formatBytes, formatExactTime } from '../ui/format.ts';
import { MethodBadge } from '../ui/method-badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RequestActions } from './request-actions.tsx';
import { ShownText } from './text/shown-text.tsx';

interface RequestHeadProps {
  summary: CapturedRequestSummary;
  /** Missing while it is being loaded. */
  wire: CapturedRequestWire | undefined;
}

/** The method, address, time, size and sender of a request, and the actions on it. */
export function RequestHead({ summary, wire }: RequestHeadProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 pt-3 pb-2">
      <div className="min-w-0 grow basis-72">
        <h2 className="flex items-baseline gap-2.5">
          <MethodBadge className="max-w-40 shrink-0 text-sm" method={summary.method} />
          <Address target={wire?.target} />
        </h2>
        <Facts summary={summary} />
      </div>
      <RequestActions summary={summary} wire={wire} />
    </header>
  );
}

function Address({ target }: { target: string | undefined }) {
  if (target === undefined)
    return <span className="h-4 w-64 animate-pulse self-center rounded bg-raised" />;
  const { receiver, path, query } = targetParts(textOfBytes(target));
  return (
    <span
      className="max-h-24 min-w-0 overflow-y-auto font-mono text-[0.8125rem] font-normal [font-variant-ligatures:none] wrap-anywhere"
      tabIndex={target.length > 300 ? 0 : undefined}
    >
      <span className="text-muted">{receiver}</span>
      <ShownText text={path} />
      <span className="text-accent">
        <ShownText text={query} />
      </span>
    </span>
  );
}

function Facts({ summary }: { summary: CapturedRequestSummary }) {
  const { receivedAt, bodySize, ipAddress, endpointId, id } = summary;
  const endpoint = useEndpoints().find((known) => known.id === endpointId);
  return (
    <dl className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted">
      <Fact name="Received">
        <time dateTime={receivedAt} title={receivedAt}>
          {formatExactTime(receivedAt)}
        </time>
        {' ('}
        <RelativeTime at={receivedAt} />)
      </Fact>
      <Fact name="Size">
        <span title={`${bodySize} bytes`}>{formatBytes(bodySize)}</span>
      </Fact>
      <Fact name="From">
        <span className="font-mono">{ipAddress}</span>
      </Fact>
      <Fact name="Endpoint">
        <span title={`Endpoint ${endpointId}`}>
          {endpoint?.badgeName ?? `endpoint ${endpointId}`}
        </span>
      </Fact>
      <Fact name="Id">#{id}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex tabular-nums">
      <dt className="sr-only">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
