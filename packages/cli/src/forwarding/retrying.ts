import { growingPause, retryAfterSeconds } from '@hookwell/client/patience';
import type { Delivery } from '../sending/sender.ts';

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
