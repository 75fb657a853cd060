import type { Delivery } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { useQuery } from '@tanstack/react-query';
import { memo, useId, useMemo, useSyncExternalStore } from 'react';
import { wireQuery } from '../request/request-queries.ts';
import { ShownText } from '../request/shown-text.tsx';
import { targetParts } from '../request/target.ts';
import { waitingRequests } from '../request/use-answered.ts';
import { Badge } from '../ui/badge.tsx';
import { CheckIcon, ClockIcon } from '../ui/icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { type NumberedAttempt, numberedAttempts, outcomeText } from './attempts.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { durationText } from './duration-text.ts';

export interface DeliveryCardProps {
  token: string;
  delivery: Delivery;
  /** The ids of the captured requests that a failed finding rests on. */
  blamed: ReadonlySet<number>;
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
      {event === undefined ? (
        attempts[0] && <Path requestId={attempts[0].attempt.id} />
      ) : (
        <span className="max-w-60 truncate" title={event}>
          <Badge>
            <ShownText text={event} />
          </Badge>
        </span>
      )}
      <p className="mr-auto text-xs text-muted">
        {attempts.length > 1 && `over ${durationText(length)} · `}
        last attempt <RelativeTime at={last} isSpoken />
        <span className="max-sm:hidden">
          {' · '}
          <code title={`Delivery ${delivery.delivery}`}>{delivery.delivery.slice(0, 8)}</code>
        </span>
      </p>
    </header>
  );
}

/** The path of a delivery without an event, behind the receive URL. */
function Path({ requestId }: { requestId: number }) {
  const { data: wire } = useQuery(wireQuery(requestId));
  if (wire === undefined) return null;
  const path = targetParts(textOfBytes(wire.target)).path || '/';
  return (
    <span className="max-w-60 truncate font-mono text-xs" title={path}>
      <ShownText text={path} />
    </span>
  );
}
