import { Limit, pause } from './limit.ts';

export { retryAfterSeconds } from './error.ts';

/** The pauses between attempts, in milliseconds. */
interface Pauses {
  firstMs: number;
  longestMs: number;
}

/** The pause after so many failures before this one: the first one, twice as long each time up to the longest. */
export function growingPause(failures: number, { firstMs, longestMs }: Pauses): number {
  return Math.min(longestMs, firstMs * 2 ** failures);
}

/** A growing pause, less up to a half of it, so that many clients do not come back at once. */
export function backoff(
  failures: number,
  pauses: Pauses = { firstMs: 500, longestMs: 10_000 },
): number {
  return growingPause(failures, pauses) * (1 - Math.random() / 2);
}

/** A pause that can be ended early. */
export class WakeablePause {
  #waking: Limit | undefined;

  /** Resolves after `pauseMs`, or when the signal is aborted, or at `wake`, but then not before `atLeastMs`. */
  async wait(pauseMs: number, signal: AbortSignal, atLeastMs = 0): Promise<void> {
    const waking = new Limit(signal);
    this.#waking = waking;
    if (atLeastMs > 0) await pause(atLeastMs, signal);
    await pause(pauseMs - atLeastMs, waking.signal);
    waking.end();
  }

  wake(): void {
    this.#waking?.abort();
  }
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
