import type { Delivery } from '@hookwell/client';
import { type Expectation, judge, type Verdict } from '@hookwell/core/grade';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { waitingRequests } from '../request/use-request.ts';

/** Verdicts are made anew this often, since some tell for how long nothing came. */
const everyMs = 2000;
/** Of more deliveries the newest are judged, so that a page of any length stays quick. */
export const mostJudged = 100;

/** The verdict on the sender of these deliveries, newest first. */
export function useVerdict(
  deliveries: readonly Delivery[],
  expectations: readonly Expectation[],
  isOver: boolean,
): Verdict {
  const waiting = useSyncExternalStore(waitingRequests.subscribe, waitingRequests.ids);
  const judged = useMemo(
    () => deliveries.slice(0, mostJudged).map((delivery) => answeredOf(delivery, waiting)),
    [deliveries, waiting],
  );
  const newest = judged.reduce((latest, { last }) => Math.max(latest, Date.parse(last)), 0);
  const now = useServiceTime(newest);
  return useMemo(
    () => judge(judged, expectations, { now, isOver }),
    [judged, expectations, isOver, now],
  );
}

/** The delivery without attempts whose senders wait for a listener: what these are answered is not known yet. */
function answeredOf(delivery: Delivery, waiting: ReadonlySet<number>): Delivery {
  if (!delivery.attempts.some(({ id }) => waiting.has(id))) return delivery;
  return { ...delivery, attempts: delivery.attempts.filter(({ id }) => !waiting.has(id)) };
}

/** The time of the service, which knew the newest moment already. The clock of this browser may be behind it. */
function useServiceTime(newest: number): number {
  const time = useTime();
  const [behindMs, setBehindMs] = useState(0);
  const aheadMs = newest - Date.now();
  if (aheadMs > behindMs) setBehindMs(aheadMs);
  return Math.max(newest, time + behindMs);
}

function useTime(): number {
  const [time, setTime] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTime(Date.now());
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
  return time;
}
