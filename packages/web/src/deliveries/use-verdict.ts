import type { Delivery } from '@hookwell/client';
import { type Expectation, judge, type Verdict } from '@hookwell/verdict';
import { useEffect, useMemo, useState } from 'react';

/** Verdicts are made anew this often, since some tell for how long nothing came. */
const everyMs = 10_000;
/** Of more deliveries the newest are judged, so that a page of any length stays quick. */
export const mostJudged = 100;

/** The verdict on the sender of these deliveries, newest first. */
export function useVerdict(
  deliveries: readonly Delivery[],
  expectations: readonly Expectation[],
  isOver: boolean,
): Verdict {
  const time = useTime();
  return useMemo(() => {
    const judged = deliveries.slice(0, mostJudged);
    // The clock of this browser may be behind that of the service.
    const newest = judged.reduce((latest, { last }) => Math.max(latest, Date.parse(last)), time);
    return judge(judged, expectations, { now: newest, isOver });
  }, [deliveries, expectations, isOver, time]);
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
