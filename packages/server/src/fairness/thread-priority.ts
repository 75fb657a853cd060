import { getPriority, setPriority } from 'node:os';

/**
 * How far a thread gives way to those that receive, store and answer, as nice values. All of them together give way to these; where a
 * few guests keep every processor busy, what each gets of the rest decides who waits: a page takes milliseconds of it, an
 * analysis of 10,000 captures half a second.
 */
export const priorities = {
  /** Texts of captures, for lists, pages and live streams. */
  reading: 5,
  /** What senders wait for: examinations, findings; and searches. */
  deciding: 10,
  /** Schemas and lists of events, made from many captures. */
  analysing: 19,
} as const;

/**
 * Has this thread give way to others, where there are not processors enough for all. To be called in a thread whose work can wait. Only
 * Linux knows the priority of a thread: elsewhere it would be that of the process.
 */
export function giveWay(to: keyof typeof priorities): void {
  const nice = priorities[to];
  // A process that gives way to all others may not take a thread of its own back up.
  if (process.platform !== 'linux' || getPriority() >= nice) return;
  try {
    setPriority(nice);
  } catch {
    // The system lets nobody change priorities. The work is the same.
  }
}
