import type { Delivery } from '@hookwell/client';
import { useEffect, useMemo, useState } from 'react';
import type { ShownDeliveries } from './use-deliveries.ts';

export type OutcomeFilter = 'all' | Delivery['outcome'];

export interface FilteredDeliveries {
  items: readonly Delivery[];
  filter: OutcomeFilter;
  chooseFilter: (filter: OutcomeFilter) => void;
  /** Whether more of them are looked for without being asked. */
  isLooking: boolean;
  /** Asks for more of them. */
  wantMore: () => void;
}

/** So many pages are read in a row for the sake of one more delivery. */
const mostPagesAtOnce = 20;

/**
 * The known deliveries with an outcome.
 * @param only shows this delivery alone
 */
export function useShownDeliveries(
  { items: known, isLoaded, isComplete, error, log }: ShownDeliveries,
  only: string | undefined,
): FilteredDeliveries {
  const [filter, chooseFilter] = useState<OutcomeFilter>('all');
  const [wanted, setWanted] = useState({ count: 1, pages: 0 });
  const items = useMemo(
    () =>
      known.filter(
        ({ delivery, outcome }) =>
          (only === undefined || delivery === only) && (filter === 'all' || outcome === filter),
      ),
    [known, only, filter],
  );
  const isMissing = isLoaded && !isComplete && error === undefined && items.length < wanted.count;
  const isLooking = isMissing && wanted.pages < mostPagesAtOnce;
  const loaded = known.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes on with every page until there are enough
  useEffect(() => {
    if (!isLooking) return;
    setWanted((before) => ({ ...before, pages: before.pages + 1 }));
    void log.wantOlder();
  }, [isLooking, loaded, log]);
  return {
    items,
    filter,
    chooseFilter: (chosen) => {
      chooseFilter(chosen);
      setWanted({ count: 1, pages: 0 });
    },
    isLooking,
    wantMore: () => setWanted({ count: items.length + 1, pages: 0 }),
  };
}
