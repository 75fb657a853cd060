import { setTimeout } from 'node:timers/promises';
import type { ThreadClient } from '../threads/thread-client.ts';
import type { MarkedWork, WorkMark } from './work-mark.ts';

/** The time between two looks at what the thread does. */
const lookEveryMs = 10;

/**
 * Ends a thread whose work takes more of the processor than it may, counted from the first look at it.
 * @param signal aborted once the thread has answered
 * @returns the index of that work; undefined if there was none
 */
export async function endOverrun(
  thread: Pick<ThreadClient<never>, 'usedMs' | 'kill'>,
  mark: Pick<WorkMark, 'current' | 'end'>,
  signal: AbortSignal,
): Promise<number | undefined> {
  let seen: { work: MarkedWork; usedMs: number } | undefined;
  try {
    for (;;) {
      await setTimeout(lookEveryMs, undefined, { signal, ref: false });
      const work = mark.current;
      const usedMs = await thread.usedMs();
      if (work === undefined || work.serial !== seen?.work.serial) {
        seen = work && { work, usedMs };
        continue;
      }
      if (usedMs - seen.usedMs < work.mostMs || !mark.end(work)) continue;
      await thread.kill();
      return work.index;
    }
  } catch {
    // It has answered, or has ended by itself.
    return undefined;
  }
}
