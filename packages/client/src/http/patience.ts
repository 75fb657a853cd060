import { pause } from './limit.ts';

/** The pauses between attempts, in milliseconds. */
interface Pauses {
  firstMs: number;
  longestMs: number;
}

/**
 * The pause after so many failures before this one, in milliseconds: the first one, twice as long each time up
 * to the longest, less up to a half of it, so that many clients do not come back at once.
 */
export function backoff(
  failures: number,
  { firstMs, longestMs }: Pauses = { firstMs: 500, longestMs: 10_000 },
): number {
  return Math.min(longestMs, firstMs * 2 ** failures) * (1 - Math.random() / 2);
}

/**
 * Repeats the call until it succeeds. Rejects with the signal's reason once the signal is aborted.
 * @param pauseAfter gives the milliseconds before the next attempt, `undefined` after a failure that is final
 */
export async function patiently<Result>(
  call: () => Promise<Result>,
  pauseAfter: (error: unknown, failures: number) => number | undefined,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const milliseconds = pauseAfter(error, failures);
      if (milliseconds === undefined) throw error;
      await pause(milliseconds, signal);
    }
  }
}
