import { setTimeout as pause } from 'node:timers/promises';
import type { HookwellError } from '@hookwell/client';

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 5000;

/**
 * Repeats the call until the service answers, however long it is away. What it refuses is thrown at once.
 * @throws whatever else the call throws; the signal's reason once that is aborted
 */
export async function patiently<Result>(
  call: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      const asked = (error.retryAfter ?? 0) * 1000;
      const own = Math.min(longestPause, 250 * 2 ** failures) * (1 - Math.random() / 2);
      await pause(Math.max(asked, own), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** No answer, or that of a service or proxy which cannot give one now. */
function isPassing(error: unknown): error is HookwellError {
  // The class itself is loaded with the client, which is already at work wherever there is an error of it.
  if (!(error instanceof Error) || !('status' in error)) return false;
  return [0, 429, 502, 503, 504].includes(Number(error.status));
}
