import type { Delivery, DeliveryAttempt } from '@hookwell/client';
import { textOfBytes } from '@hookwell/core/match';
import { useQuery } from '@tanstack/react-query';
import { memo, useId, useMemo, useSyncExternalStore } from 'react';
import { targetParts } from '../request/request-parts.ts';
import { wireQuery } from '../request/request-queries.ts';
import { ShownText } from '../request/shown-text.tsx';
import { waitingRequests } from '../request/use-request.ts';
import { CheckIcon, ClockIcon } from '../ui/icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { durationText, type NumberedAttempt, numberedAttempts, outcomeText } from './attempts.ts';
import { AttemptsTable, type Blamed } from './attempts-table.tsx';

interface DeliveryCardProps {
  token: string;
  delivery: Delivery;
  blamed: Blamed;
  /** The captured request to point at, if it is one of these attempts. */
  requestId: number | undefined;
}

/** A delivery: what became of it, and its attempts with the gaps between them. */
export const DeliveryCard = memo(function DeliveryCard(props: DeliveryCardProps) {
  const { token, delivery, blamed, requestId } = props;
  const id = useId();
  const waiting = useSyncExternalStore(waitingRequests.subscribe, waitingRequests.ids);
  const attempts = useMemo(() => numberedAttempts(delivery, waiting), [delivery, waiting]);
  return (
    <article
      aria-labelledby={id}
      className="relative overflow-hidden rounded-xl border border-line bg-surface"
    >
      <CardHead attempts={attempts} delivery={delivery} id={id} />
      <AttemptsTable attempts={attempts} blamed={blamed} requestId={requestId} token={token} />
    </article>
  );
});

interface CardHeadProps {
  id: string;
  delivery: Delivery;
  attempts: readonly NumberedAttempt[];
}

function CardHead({ id, delivery, attempts }: CardHeadProps) {
  const { event, outcome, first, last } = delivery;
  const length = Date.parse(last) - Date.parse(first);
  return (
    <header className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 px-4 py-2.5">
      {outcome === 'accepted' ? (
        <CheckIcon className="size-4 text-ok" />
      ) : (
        <ClockIcon className="size-4 text-warn" />
      )}
      <h3 className="font-semibold" id={id}>
        {outcomeText(delivery, attempts)}
      </h3>
      {event !== undefined && (
        <span
          className="max-w-60 truncate rounded bg-raised px-1.5 text-xs font-medium text-muted"
          title={event}
        >
          <ShownText text={event} />
        </span>
      )}
      {attempts[0] && <Origin attempt={attempts[0].attempt} hasEvent={event !== undefined} />}
      <p className="mr-auto text-xs text-muted">
        {attempts.length > 1 && `over ${durationText(length)} · `}
        last attempt <RelativeTime at={last} isSpoken />
      </p>
    </header>
  );
}

/** The headers in which senders name a delivery, as the service looks for them. */
const idHeader = /^(webhook-id|idempotency-key|ce-id)$/i;

/** The sender's own id of a delivery, if a header has it; else the path behind the receive URL, unless there is an event. */
function Origin({ attempt, hasEvent }: { attempt: DeliveryAttempt; hasEvent: boolean }) {
  const mayName = attempt.idHash !== undefined;
  const { data: wire } = useQuery({ ...wireQuery(attempt.id), enabled: mayName || !hasEvent });
  if (wire === undefined) return null;
  const named = mayName ? wire.headers.find(([name]) => idHeader.test(name)) : undefined;
  const path = hasEvent ? '' : targetParts(textOfBytes(wire.target)).path;
  const text = named === undefined ? path : `${named[0]}: ${textOfBytes(named[1])}`;
  if (text === '' || text === '/') return null;
  return (
    <span className="max-w-60 truncate font-mono text-xs" title={text}>
      <ShownText text={text} />
    </span>
  );
}
