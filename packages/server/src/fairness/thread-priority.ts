import { getPriority, setPriority } from 'node:os';

/**
 * How far a thread gives way, as a nice value: those that search for many captures. Where a few guests keep every processor busy, that
 * decides who waits.
 */
const priorities = { deciding: 10 };

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
