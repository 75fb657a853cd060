import type { Delivery, Endpoint } from '@hookwell/client';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { accountLooks, feed } from '../live/feed.ts';
import { requestLogs } from '../log/use-request-log.ts';
import { waitingRequests } from '../request/use-request.ts';
import { client } from '../service/client.ts';
import { DeliveryLog, type DeliverySnapshot, type ReadPage } from './delivery-log.ts';

/** A delivery can have 1,000 attempts, so pages are short. */
const pageSize = 50;

export interface ShownDeliveries extends DeliverySnapshot {
  log: DeliveryLog;
}

/**
 * The deliveries of an endpoint as they come.
 * @param before only those that began before the captured request with this id
 */
export function useDeliveries(endpoint: Endpoint, before: number | undefined): ShownDeliveries {
  const { id, token } = endpoint;
  const log = useMemo(() => new DeliveryLog(pagesOf(token), { before }), [token, before]);
  useEffect(() => follow(log, id), [log, id]);
  const snapshot = useSyncExternalStore(log.subscribe, log.getSnapshot);
  const items = useStored(snapshot.items, id);
  useEffect(
    () => waitingRequests.follow(snapshot.items.flatMap(({ attempts }) => attempts)),
    [snapshot.items],
  );
  return { ...snapshot, items, log };
}

function pagesOf(token: string): ReadPage {
  return async (before, signal) => {
    const { items, next } = await client.endpoints.deliveries(token, {
      limit: pageSize,
      before,
      signal,
    });
    return { items, next: next?.before };
  };
}

/** Arrivals are hints: the deliveries themselves are read from the service. */
function follow(log: DeliveryLog, endpointId: number): () => void {
  const stops = [
    feed.onArrivals((summaries) => {
      const heard = summaries.flatMap((summary) =>
        summary.endpointId === endpointId && summary.delivery !== undefined
          ? [summary.delivery]
          : [],
      );
      if (heard.length > 0) log.hear(heard);
      waitingRequests.follow(summaries.filter((summary) => summary.endpointId === endpointId));
    }),
    // What was answered in the end stands in the delivery.
    waitingRequests.onEnd((summary) => {
      if (summary.endpointId === endpointId && summary.delivery !== undefined)
        log.hear([summary.delivery]);
    }),
    feed.onReady(() => log.refresh()),
    requestLogs.removed.onChange(() => log.refresh()),
    accountLooks.onLook(() => log.lookAgain()),
    log.open(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Leaves out the captured requests that were removed on this page: the service may not have deleted them yet. */
function useStored(deliveries: readonly Delivery[], endpointId: number): readonly Delivery[] {
  return useMemo(
    () =>
      deliveries.flatMap((delivery) => {
        const attempts = delivery.attempts.filter(
          ({ id }) => !requestLogs.removed.has({ id, endpointId }),
        );
        if (attempts.length === delivery.attempts.length) return [delivery];
        return attempts.length === 0 ? [] : [{ ...delivery, attempts }];
      }),
    [deliveries, endpointId],
  );
}

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
