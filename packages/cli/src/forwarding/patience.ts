import { backoff, patiently } from '@hookwell/client/patience';
import { retryAfterOf, statusOf } from '../service/service-failure.ts';

const passingStatuses: ReadonlySet<number | undefined> = new Set([0, 429, 502, 503, 504]);
const pauses = { firstMs: 250, longestMs: 5000 };

/**
 * Repeats the call until the service answers, however long it is away. Any other failure is thrown at once.
 * Rejects with the signal's reason once the signal is aborted.
 */
export async function whileServiceIsAway<Result>(
  call: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return await patiently(call, pauseAfter, signal);
}

/** The pause after a failed attempt in milliseconds, if the service or its proxy may answer later. */
function pauseAfter(error: unknown, failures: number): number | undefined {
  if (!passingStatuses.has(statusOf(error))) return undefined;
  const askedMs = (retryAfterOf(error) ?? 0) * 1000;
  return Math.max(askedMs, backoff(failures, pauses));
}
