import type { Delivery } from '@hookwell/client';
import { type Expectation, judge, type Verdict } from '@hookwell/verdict';
import { useEffect, useMemo, useState } from 'react';

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
  const judged = useMemo(() => deliveries.slice(0, mostJudged), [deliveries]);
  const newest = judged.reduce((latest, { last }) => Math.max(latest, Date.parse(last)), 0);
  const now = useServiceTime(newest);
  return useMemo(
    () => judge(judged, expectations, { now, isOver }),
    [judged, expectations, isOver, now],
  );
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
