import { type OperationName, routes } from '../contract/routes.ts';
import { HookwellError } from './error.ts';
import { type Limit, pause } from './limit.ts';

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 10_000;

/** Beside every POST. */
const neverRepeated: ReadonlySet<OperationName> = new Set<OperationName>([
  // Each would also clear what was captured since the first attempt.
  'clearRequests',
  'clearEndpointRequests',
  // Once the account is gone, the second attempt has no session.
  'deleteAccount',
  // Who asks how the service is wants to know how it is now.
  'getHealth',
  'getReadiness',
  'getMetrics',
]);

/** Whether two calls of the operation do no more than one. */
export function isRepeatable(name: OperationName): boolean {
  return !routes[name].startsWith('POST ') && !neverRepeated.has(name);
}

/** No answer, or that of a proxy which got none: what was asked for may have been done. */
export function isOutcomeUnknown({ status }: HookwellError): boolean {
  return status === 0 || status === 502 || status === 504;
}

/**
 * Runs the attempt until it succeeds, at most `1 + repeats` times. It is repeated where the connection
 * failed and after a 429, 502, 503 or 504, unless the service asks for a longer pause than 10 s.
 * @param attempt gets the failure before it
 * @throws the last failure; the limit's reason once that is aborted
 */
export async function repeat<Result>(
  attempt: (earlier: HookwellError | undefined) => Promise<Result>,
  repeats: number,
  limit: Limit,
): Promise<Result> {
  let earlier: HookwellError | undefined;
  for (let failures = 0; ; failures++) {
    limit.signal.throwIfAborted();
    try {
      return await attempt(earlier);
    } catch (error) {
      limit.signal.throwIfAborted();
      if (!(error instanceof HookwellError) || failures >= repeats) throw error;
      const milliseconds = pauseAfter(error, failures);
      if (milliseconds === undefined) throw error;
      earlier = error;
      limit.relax();
      await pause(milliseconds, limit.signal);
    }
  }
}

function pauseAfter(error: HookwellError, failures: number): number | undefined {
  const passing = isOutcomeUnknown(error) || error.status === 429 || error.status === 503;
  const asked = (error.retryAfter ?? 0) * 1000;
  if (!passing || asked > longestPause) return undefined;
  return Math.max(asked, backoff(failures));
}

/**
 * How long to wait after so many failures before this one, in milliseconds: half a second, twice as long
 * each time up to 10 s, less up to a half of it, so that many clients do not come back at once.
 */
export function backoff(failures: number): number {
  return Math.min(longestPause, 500 * 2 ** failures) * (1 - Math.random() / 2);
}
