import { getPriority, setPriority } from 'node:os';

/**
 * How far a thread gives way, as nice values: those that senders and searches wait for,
 * and those that make schemas and lists of events of many captures. Where a few guests keep every processor busy, these shares
 * decide who waits: a page takes milliseconds of them, an analysis half a second.
 */
const priorities = { deciding: 10, analysing: 19 };

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
