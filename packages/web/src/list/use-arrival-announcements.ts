import type { CapturedRequestSummary } from '@hookwell/client';
import { useEffect, useRef } from 'react';
import { countAbove } from '../log/newest-first.ts';
import { plural } from '../ui/format.ts';
import { announce } from '../ui/toasts.ts';

/** Between two announcements, in milliseconds: whoever listens to them wants to hear other things too. */
const atMostEvery = 5_000;
/** What comes together is told together. */
const gather = 300;

/** Tells screen readers how many came, now and then. */
export function useArrivalAnnouncements(
  items: readonly CapturedRequestSummary[],
  resetKey: string,
  isLoaded: boolean,
): void {
  /** Up to which id they know; when they are told more. */
  const told = useRef({ resetKey: '', upTo: 0, at: 0, due: 0 });
  useEffect(() => {
    const newest = items[0]?.id ?? 0;
    const last = told.current;
    if (last.resetKey !== resetKey || !isLoaded) {
      told.current = { resetKey: isLoaded ? resetKey : '', upTo: newest, at: 0, due: 0 };
      return;
    }
    if (newest <= last.upTo) return;
    if (last.due === 0) last.due = Math.max(Date.now() + gather, last.at + atMostEvery);
    const timer = setTimeout(() => {
      told.current = { resetKey, upTo: newest, at: Date.now(), due: 0 };
      announce(plural(countAbove(items, last.upTo), 'new request'));
    }, last.due - Date.now());
    return () => clearTimeout(timer);
  }, [items, resetKey, isLoaded]);
}
