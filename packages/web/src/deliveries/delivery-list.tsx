import type { Endpoint } from '@hookwell/client';
import type { Verdict } from '@hookwell/core/grade';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import { ReadFailure } from '../endpoints/endpoint-page.tsx';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { Button, Spinner, textLink } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import type { Blamed } from './attempts-table.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { NoDeliveries } from './no-deliveries.tsx';
import type { FilteredDeliveries, OutcomeFilter, ShownDeliveries } from './use-deliveries.ts';

const filters: readonly { filter: OutcomeFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'accepted', label: 'Accepted' },
  { filter: 'open', label: 'Open' },
];

interface DeliveryListHeadProps {
  shown: FilteredDeliveries;
  /** The number of deliveries in words. */
  count: string;
}

/** The head of the list: which outcomes are shown, and how many. */
function DeliveryListHead({ shown, count }: DeliveryListHeadProps) {
  const name = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <fieldset className="flex rounded-lg border border-line bg-surface p-0.5">
        <legend className="sr-only">Outcome</legend>
        {filters.map(({ filter, label }) => (
          <label
            className="flex h-7 cursor-pointer items-center rounded-md px-2.5 text-xs font-medium text-muted has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
            key={filter}
          >
            <input
              checked={filter === shown.filter}
              className="sr-only"
              name={name}
              onChange={() => shown.chooseFilter(filter)}
              type="radio"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <span className="tabular mr-auto text-xs text-muted" data-count role="status">
        {count}
      </span>
    </div>
  );
}

interface DeliveryListProps {
  endpoint: Endpoint;
  known: ShownDeliveries;
  shown: FilteredDeliveries;
  verdict: Verdict;
  /** The only delivery to show. */
  only: string | undefined;
  /** The captured request to begin with. */
  requestId: number | undefined;
}

/** The deliveries, newest first. Older ones are loaded as the reader comes to them. */
export function DeliveryList(props: DeliveryListProps) {
  const { endpoint, known, shown, verdict, only, requestId } = props;
  const { token } = endpoint;
  const blamed = useMemo(() => blamedBy(verdict), [verdict]);
  const isEmpty = known.isLoaded && known.isComplete && known.items.length === 0;
  if (isEmpty && only === undefined) return <NoDeliveries endpoint={endpoint} />;
  return (
    <section aria-label="Deliveries" className="min-w-0">
      {only === undefined ? (
        <DeliveryListHead count={countText(known, shown)} shown={shown} />
      ) : (
        <p className="text-muted">
          Only one delivery is shown.{' '}
          <Link className={textLink} params={{ token }} to="/endpoints/$token/deliveries">
            Show all of them
          </Link>
        </p>
      )}
      {known.error !== undefined && (
        <ReadFailure
          className="mt-3"
          error={known.error}
          onRetry={() => known.log.refresh()}
          subject="The deliveries"
        />
      )}
      <div className="mt-2 space-y-3">
        {shown.items.map((delivery) => (
          <DeliveryCard
            blamed={blamed}
            delivery={delivery}
            key={delivery.delivery}
            requestId={requestId}
            token={token}
          />
        ))}
      </div>
      {known.isLoaded || known.error !== undefined ? (
        <ListEnd known={known} only={only} shown={shown} />
      ) : (
        <LinesSkeleton />
      )}
    </section>
  );
}

/** The failed expectations by the ids of the captured requests that show it. */
function blamedBy({ findings }: Verdict): Blamed {
  const blamed = new Map<number, string[]>();
  for (const { expectation, holds, isKnown, requestIds } of findings) {
    if (holds || !isKnown) continue;
    for (const id of requestIds) blamed.set(id, [...(blamed.get(id) ?? []), expectation]);
  }
  return blamed;
}

function countText({ isComplete }: ShownDeliveries, { items }: FilteredDeliveries): string {
  return isComplete
    ? plural(items.length, 'delivery', 'deliveries')
    : `The newest ${plural(items.length, 'delivery', 'deliveries')}`;
}

/** So many deliveries are loaded by scrolling alone. */
const mostByScrolling = 500;

interface ListEndProps {
  known: ShownDeliveries;
  shown: FilteredDeliveries;
  only: string | undefined;
}

/** The end of the list: it asks for more when it comes into sight. */
function ListEnd({ known, shown, only }: ListEndProps) {
  const { isComplete, error } = known;
  const { items, isLooking, wantMore } = shown;
  const isFound = only !== undefined && items.length > 0;
  if (isFound) return null;
  if (isComplete)
    return items.length === 0 ? (
      <p className="py-8 text-center text-muted">{nothingText(shown, only)}</p>
    ) : null;
  if (isLooking) {
    return (
      <EndRow>
        <Spinner label="Looking for older deliveries" />
      </EndRow>
    );
  }
  const goesOn = only === undefined && items.length < mostByScrolling && error === undefined;
  return (
    <EndRow>
      {goesOn && <Sentinel key={items.length} onSeen={wantMore} />}
      <Button onClick={wantMore}>Older deliveries</Button>
    </EndRow>
  );
}

function nothingText({ filter }: FilteredDeliveries, only: string | undefined): string {
  if (only !== undefined) return 'This delivery is no longer stored.';
  return filter === 'open' ? 'Every delivery was accepted.' : 'No delivery was accepted yet.';
}

function EndRow({ children }: { children: ReactNode }) {
  return <div className="relative flex h-16 items-center justify-center">{children}</div>;
}

/** Tells when it is nearly in sight. */
function Sentinel({ onSeen }: { onSeen: () => void }) {
  const element = useRef<HTMLSpanElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && seen(),
      // The list scrolls in a place of its own.
      { rootMargin: '600px', scrollMargin: '600px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return <span className="absolute inset-0 -z-10" ref={element} />;
}
