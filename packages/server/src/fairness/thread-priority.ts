import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL: below } = constants.priority;

/**
 * Has this thread give way to those that receive, store and answer, where there are not processors enough for all. To be called
 * in a thread whose work can wait. Only Linux knows the priority of a thread: elsewhere it would be that of the process.
 */
export function giveWay(): void {
  // A process that gives way to all others may not take a thread of its own back up.
  if (process.platform !== 'linux' || getPriority() >= below) return;
  try {
    setPriority(below);
  } catch {
    // The system lets nobody change priorities. The work is the same.
  }
}
