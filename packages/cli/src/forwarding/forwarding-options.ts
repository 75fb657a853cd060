import { longestAnswerWaitMs } from '@hookwell/contract/settings-names';
import { orUsageError, UsageError } from '../command-line/outcome.ts';
import { noStatuses, type RetryPlan, readRetryStatuses } from './retrying.ts';

/** Options of commands that forward requests as they arrive. */
export const retryOptions = {
  retry: {
    type: 'duration',
    placeholder: 'TIME',
    description:
      'Try each request again for this long while the target is away; 30s by default, 0 for never.',
  },
  'retry-status': {
    type: 'text',
    placeholder: 'STATUSES',
    description:
      'Try a request again as well after an answer with one of these: 5xx,429. The target gets it more than once then.',
  },
} as const;

export const defaultRetryMs = 30_000;

export const concurrencyOption = {
  type: 'number',
  placeholder: 'NUMBER',
  description: 'Forward this many requests at once, in no strict order; 1 by default.',
  minimum: 1,
  maximum: 100,
} as const;

/**
 * The time that senders wait for the answers of a target, in milliseconds.
 * @throws {RangeError} if none of them can wait so long, with the rest of a sentence
 */
export function checkedAnswerWait(waitMs: number): number {
  if (waitMs >= 1 && waitMs <= longestAnswerWaitMs) return waitMs;
  throw new RangeError('must be a time of up to 25s, such as 10s');
}

/**
 * How requests are tried again, by the values of the options.
 * @throws {UsageError} if the statuses are none, or nothing is to be tried again
 */
export function retryPlanOf(
  values: { retry: number | undefined; 'retry-status': string | undefined },
  command: string,
): RetryPlan {
  const { retry: retryMs = defaultRetryMs, 'retry-status': statuses } = values;
  if (statuses === undefined) return { retryMs, retryStatuses: noStatuses };
  if (retryMs === 0) {
    throw new UsageError('Options --retry 0 and --retry-status exclude each other', command);
  }
  const read = () => readRetryStatuses(statuses.split(',').map((word) => word.trim()));
  return { retryMs, retryStatuses: orUsageError(read, command, 'Option --retry-status ') };
}
