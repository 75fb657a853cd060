import type { Delivery } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { wireQuery } from '../request/request-queries.ts';
import { ShownText } from '../request/shown-text.tsx';
import { targetParts } from '../request/target.ts';
import { waitingRequests } from '../request/use-answered.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CheckIcon, ChevronDownIcon, ClockIcon } from '../ui/icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { AttemptDetails } from './attempt-details.tsx';
import { type NumberedAttempt, numberedAttempts, outcomeText } from './attempts.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { durationText } from './duration-text.ts';
import { TimeLine } from './time-line.tsx';
import type { TimeScale } from './time-line-layout.ts';

export interface DeliveryCardProps {
  token: string;
  delivery: Delivery;
  scale: TimeScale;
  /** Of the card, in pixels. */
  width: number;
  /** The ids of the captured requests that a failed finding rests on. */
  blamed: ReadonlySet<number>;
  /** The captured request to begin with, if it is one of these attempts. */
  requestId: number | undefined;
}

/** A delivery: what became of it, its attempts on a line of time, and what is known of one of them. */
export const DeliveryCard = memo(function DeliveryCard(props: DeliveryCardProps) {
  const { token, delivery, scale, width, blamed, requestId } = props;
  const id = useId();
  const waiting = useSyncExternalStore(waitingRequests.subscribe, waitingRequests.ids);
  const attempts = useMemo(() => numberedAttempts(delivery, waiting), [delivery, waiting]);
  const begin = attempts.findIndex(({ attempt }) => attempt.id === requestId);
  // Until one is chosen, it is the newest: also of those that are still to come.
  const [chosen, choose] = useState<number | undefined>(begin < 0 ? undefined : begin);
  const [pointed, point] = useState<number>();
  const [isListing, setListing] = useState(false);
  const newest = attempts.length - 1;
  const chosenIndex = Math.min(chosen ?? newest, newest);
  const shown = attempts[pointed ?? chosenIndex] ?? attempts[newest];
  const first = attempts[0]?.attempt;
  return (
    <article
      aria-labelledby={id}
      className="relative overflow-hidden rounded-xl border border-line bg-surface"
    >
      <CardHead attempts={attempts} delivery={delivery} id={id}>
        <Button
          aria-controls={isListing ? `${id}-table` : undefined}
          aria-expanded={isListing}
          onClick={() => setListing(!isListing)}
          size="small"
          tone="quiet"
        >
          Table
          <ChevronDownIcon className={`size-3.5 ${isListing ? 'rotate-180' : ''}`} />
        </Button>
      </CardHead>
      {width > 0 && (
        <TimeLine
          attempts={attempts}
          blamed={blamed}
          chosen={chosenIndex}
          isOpen={delivery.outcome === 'open'}
          onChoose={choose}
          onPoint={point}
          scale={scale}
          width={width}
        />
      )}
      {shown !== undefined && first !== undefined && (
        <AttemptDetails first={first} numbered={shown} token={token} />
      )}
      {isListing && <AttemptsTable attempts={attempts} id={`${id}-table`} token={token} />}
    </article>
  );
});

interface CardHeadProps {
  id: string;
  delivery: Delivery;
  attempts: readonly NumberedAttempt[];
  children: ReactNode;
}

function CardHead({ id, delivery, attempts, children }: CardHeadProps) {
  const { event, outcome, first, last } = delivery;
  const length = Date.parse(last) - Date.parse(first);
  return (
    <header className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 py-1.5 pr-2 pl-4">
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
      {children}
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
