import { constants, setPriority } from 'node:os';

/**
 * Has this thread give way to those that receive, store and answer, where there are not processors enough for all. To be called
 * in a thread whose work can wait. Only Linux knows the priority of a thread: elsewhere it would be that of the process.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
