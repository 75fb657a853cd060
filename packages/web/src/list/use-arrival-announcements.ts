import type { CapturedRequestSummary } from '@hookwell/client';
import { useEffect, useRef } from 'react';
import { countAbove } from '../log/newest-first.ts';
import { plural } from '../ui/format.ts';
import { announce } from '../ui/toasts.ts';

/** The pause between two announcements, so that other things can be heard too. */
const pauseMs = 5_000;
/** Arrivals within this time are announced together. */
const gatherMs = 300;

/** Tells screen readers the number of arrivals from time to time. */
export function useArrivalAnnouncements(
  items: readonly CapturedRequestSummary[],
  resetKey: string,
  isLoaded: boolean,
): void {
  /** The newest id that was announced, the time of that, and the time of the next announcement. */
  const told = useRef({ resetKey: '', upTo: 0, at: 0, due: 0 });
  useEffect(() => {
    const newest = items[0]?.id ?? 0;
    const last = told.current;
    if (last.resetKey !== resetKey || !isLoaded) {
      told.current = { resetKey: isLoaded ? resetKey : '', upTo: newest, at: 0, due: 0 };
      return;
    }
    if (newest <= last.upTo) return;
    if (last.due === 0) last.due = Math.max(Date.now() + gatherMs, last.at + pauseMs);
    const timer = setTimeout(() => {
      told.current = { resetKey, upTo: newest, at: Date.now(), due: 0 };
      announce(plural(countAbove(items, last.upTo), 'new request'));
    }, last.due - Date.now());
    return () => clearTimeout(timer);
  }, [items, resetKey, isLoaded]);
}
