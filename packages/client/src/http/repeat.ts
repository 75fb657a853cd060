import type { OperationName, Query } from '../contract/routes.ts';
import { HookwellError } from './error.ts';
import type { Limit } from './limit.ts';
import { backoff, patiently } from './patience.ts';

/** A call is not repeated if the service asks for a longer pause before the next attempt. */
const longestPauseMs = 10_000;

/** Operations that are never repeated, beside every POST. */
const neverRepeated: ReadonlySet<OperationName> = new Set<OperationName>([
  // The second attempt has no session once the account is gone.
  'deleteAccount',
  // Callers that ask for the state of the service want its state now.
  'getHealth',
  'getReadiness',
  'getMetrics',
]);

/** Without an end each would also clear the requests that were captured since the first attempt. */
const repeatedWithEnd: ReadonlySet<OperationName> = new Set<OperationName>([
  'clearRequests',
  'clearEndpointRequests',
]);

/** Whether two calls of the operation do no more than one. */
export function isRepeatable(name: OperationName, route: string, query: Query = {}): boolean {
  if (repeatedWithEnd.has(name) && query.through === undefined) return false;
  return !route.startsWith('POST ') && !neverRepeated.has(name);
}

/** Whether there was no answer, or that of a proxy which got none: the service may have done its work. */
export function isOutcomeUnknown({ status }: HookwellError): boolean {
  return status === 0 || status === 502 || status === 504;
}

/**
 * Runs the attempt until it succeeds, at most `1 + repeats` times. It is repeated after a failed connection
 * and after a 429, 502, 503 or 504, unless the service asks for a longer pause than 10 s. Rejects with the
 * last failure, and with the limit's reason once the limit is aborted.
 * @param attempt gets the failure before it
 */
export async function repeat<Result>(
  attempt: (earlier: HookwellError | undefined) => Promise<Result>,
  repeats: number,
  limit: Limit,
): Promise<Result> {
  let earlier: HookwellError | undefined;
  const pauseBeforeNext = (error: unknown, failures: number): number | undefined => {
    if (!(error instanceof HookwellError) || failures >= repeats) return undefined;
    earlier = error;
    limit.relax();
    return pauseAfter(error, failures);
  };
  return await patiently(() => attempt(earlier), pauseBeforeNext, limit.signal);
}

function pauseAfter(error: HookwellError, failures: number): number | undefined {
  const isPassing = isOutcomeUnknown(error) || error.status === 429 || error.status === 503;
  const askedMs = (error.retryAfter ?? 0) * 1000;
  if (!isPassing || askedMs > longestPauseMs) return undefined;
  return Math.max(askedMs, backoff(failures));
}
