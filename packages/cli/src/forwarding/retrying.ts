import { growingPause, retryAfterSeconds } from '@hookwell/client/patience';
import { longestAnswerWaitMs } from '@hookwell/core/api/settings-names';
import { orUsageError, UsageError } from '../command-line/outcome.ts';
import type { Delivery } from '../sending/sender.ts';

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

/** When a request is tried again, and for how long. */
export interface RetryPlan {
  /** A request is tried again for this long; 0 for not at all. */
  retryMs: number;
  /** The answers after which it is tried again, though the target has got it; none but by choice. */
  retryStatuses: ReadonlySet<number>;
}

/** The conduct while a target is away, or answers with one of the chosen statuses. */
export interface Retrying extends RetryPlan {
  /** Hears once that the target is away, with the reason. */
  onAway(error: string): void;
  /** Hears once that the target answers with such a status. */
  onRefusing(status: number): void;
  /** Hears that it is back, or takes requests again. */
  onBack(): void;
}

export const noStatuses: ReadonlySet<number> = new Set();

/** The classes that can be chosen, with the first status of each. */
const classes: ReadonlyMap<string, number> = new Map([
  ['3xx', 300],
  ['4xx', 400],
  ['5xx', 500],
]);
const firstStatus = 300;
const lastStatus = 599;

/**
 * The statuses that words such as `5xx` and `429` name.
 * @throws {RangeError} if one of them names none, with the rest of a sentence
 */
export function readRetryStatuses(words: readonly (string | number)[]): ReadonlySet<number> {
  const statuses = new Set<number>();
  for (const word of words) {
    const first = classes.get(String(word).toLowerCase());
    const status = /^\d{3}$/.test(String(word)) ? Number(word) : Number.NaN;
    if (first !== undefined) {
      for (let one = first; one < first + 100; one++) statuses.add(one);
    } else if (status >= firstStatus && status <= lastStatus) {
      statuses.add(status);
    } else {
      throw new RangeError(
        `must be statuses from ${firstStatus} to ${lastStatus} and classes: 429, ${[...classes.keys()].join(', ')}`,
      );
    }
  }
  return statuses;
}

/** How a target does, as far as one answer tells. */
export type TargetState = 'well' | 'away' | 'refusing';

/** The state of a target after this delivery. */
export function stateAfter(
  { isUndelivered = false, status }: Pick<Delivery, 'isUndelivered' | 'status'>,
  statuses: ReadonlySet<number>,
): TargetState {
  if (isUndelivered) return 'away';
  // The status of an answer that broke off counts as well: it says that the target did not take the request.
  return status !== undefined && statuses.has(status) ? 'refusing' : 'well';
}

/** The pauses between two attempts at a target that is away, which may come back at any moment. */
const pausesAway = { firstMs: 50, longestMs: 1000 };
/** The pauses between two attempts that the target has to work on. */
const pausesRefusing = { firstMs: 250, longestMs: 5000 };

/** The longest pause: a timer cannot be set for more than 24 days. */
const longestPauseMs = 24 * 3_600_000;

/** The pause before the next attempt in milliseconds; after an answer at least as long as the target asks for. */
export function pauseBeforeRetry(
  state: TargetState,
  failures: number,
  { headers }: Pick<Delivery, 'headers'>,
): number {
  if (state === 'away') return growingPause(failures, pausesAway);
  const askedMs = (retryAfterSeconds(headers?.['retry-after']) ?? 0) * 1000;
  return Math.min(longestPauseMs, Math.max(askedMs, growingPause(failures, pausesRefusing)));
}
