import type { DeliveryAttempt } from '@hookwell/contract';
import type { Expectation } from '../language/expectation.ts';
import { receivedOf } from './attempt.ts';

/** The attempts of one delivery, and the time at which they are judged. */
export interface History {
  /** At least one, in the order of their ids. */
  attempts: readonly DeliveryAttempt[];
  first: DeliveryAttempt;
  last: DeliveryAttempt;
  /** When each attempt ended for the sender, in the order of the attempts, in milliseconds since 1970. */
  ends: readonly number[];
  /** By the clock of the service, in milliseconds since 1970. */
  now: number;
  /** Whether nothing more is waited for. */
  isOver: boolean;
  expectations: readonly Expectation[];
}

/** A judgement on one delivery. `open`: the attempts do not show it, or not yet. */
export interface Judgement {
  result: 'holds' | 'fails' | 'open';
  /** Whether no later attempt, and no later hang-up, could change it. */
  isFinal: boolean;
  /** Without a full stop; of an open one a phrase that says what is missing: `with a single attempt`. */
  sentence: string;
  requestIds: number[];
}

/** Captures and hang-ups are stored a moment after they happened. */
const noticedAfterMs = 2000;

/** Whether everything that happened up to this time, in milliseconds since 1970, is known by now. */
export function isKnownThrough(history: History, time: number): boolean {
  return history.now >= time + noticedAfterMs;
}

/** Whether all that the sender did before it made this attempt is known by now. */
export function isSettled(history: History, attempt: DeliveryAttempt): boolean {
  return isKnownThrough(history, receivedOf(attempt));
}

/** Two attempts, one after the other. */
export interface Pair {
  before: DeliveryAttempt;
  after: DeliveryAttempt;
  /** From the end of the one to the arrival of the other; negative if they overlap. */
  pauseMs: number;
}

export function pairsOf({ attempts, ends }: History): Pair[] {
  return attempts.flatMap((before, index) => {
    const after = attempts[index + 1];
    if (after === undefined) return [];
    const end = ends[index] ?? receivedOf(before);
    return [{ before, after, pauseMs: receivedOf(after) - end }];
  });
}

/**
 * A judgement that the attempts do not show it.
 * @param lack what is missing, as a phrase: `with a single attempt`
 */
export function untold(lack: string, requestIds: number[]): Judgement {
  return { result: 'open', isFinal: false, sentence: lack, requestIds };
}
