import type { DeliveryAttempt } from '../api/index.ts';
import { type Expectation, parseDuration } from './expectation.ts';

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
export interface DeliveryPair {
  before: DeliveryAttempt;
  after: DeliveryAttempt;
  /** From the end of the one to the arrival of the other; negative if they overlap. */
  pauseMs: number;
}

export function pairsOf({ attempts, ends }: History): DeliveryPair[] {
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

/** When the request arrived, in milliseconds since 1970, by the clock of the service. */
export function receivedOf(attempt: DeliveryAttempt): number {
  return Date.parse(attempt.receivedAt);
}

/** Whether the sender was told that the request was taken: a 2xx that it waited for. */
export function isAccepted({ answer, gaveUpAfter }: DeliveryAttempt): boolean {
  return gaveUpAfter === undefined && /^2\d\d$/.test(answer);
}

/** The seconds that the sender was asked to wait, if it saw the answer that asks. */
export function askedSecondsOf({ retryAfter, gaveUpAfter }: DeliveryAttempt): number | undefined {
  return gaveUpAfter === undefined ? retryAfter : undefined;
}

/** For how many milliseconds nothing was sent to an attempt whose answer is a timeout. */
export function silenceOf({ answer, cutShortAfter }: DeliveryAttempt): number | undefined {
  const [, duration] = /^timeout\s+(\S+)$/i.exec(answer.trim()) ?? [];
  const silence = duration === undefined ? undefined : parseDuration(duration);
  return silence && Math.min(silence, cutShortAfter ?? silence);
}

/** The milliseconds that a step of a plan delays its answer: 3000 of `200 delay=3s`. */
export function delayOf(step: string): number {
  const [, duration = ''] = /\sdelay=(\S+)/i.exec(step) ?? [];
  return parseDuration(duration) ?? 0;
}

/**
 * When the sender knew at the earliest that the attempt had failed: a timeout ends with its silence, an answer comes after
 * its delay, unless the service cut either short, and both end when the sender hangs up.
 */
export function endOf(attempt: DeliveryAttempt, delayMs: number): number {
  const { gaveUpAfter, cutShortAfter = delayMs } = attempt;
  const lasts = silenceOf(attempt) ?? Math.min(delayMs, cutShortAfter);
  if (gaveUpAfter === undefined) return receivedOf(attempt) + lasts;
  return receivedOf(attempt) + (lasts > 0 ? Math.min(gaveUpAfter, lasts) : gaveUpAfter);
}

/** Milliseconds as people say them: `250 ms`, `1.5 s`, `3.2 min`, `24 h`. */
export function timeText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const [size, name] = sizes.find(([, , upTo]) => milliseconds < upTo) ?? days;
  return `${Math.round((milliseconds / size) * 10) / 10} ${name}`;
}

const days = [86_400_000, 'days', Number.POSITIVE_INFINITY] as const;
const sizes = [
  [1000, 's', 120_000],
  [60_000, 'min', 7_200_000],
  [3_600_000, 'h', 172_800_000],
  days,
] as const;

const mostIds = 5;

/** `#4, #5 and #9`; of many the first ones. */
export function idsText(ids: readonly number[]): string {
  const shown = ids.slice(0, ids.length > mostIds ? mostIds - 1 : mostIds).map((id) => `#${id}`);
  if (ids.length > shown.length) shown.push(`${ids.length - shown.length} more`);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** `1 attempt`, `2 attempts` */
export function attemptsText(count: number): string {
  return `${count} attempt${count === 1 ? '' : 's'}`;
}

/** `the 500 of #4` */
export function answerText({ id, answer }: DeliveryAttempt): string {
  return `the ${answer} of #${id}`;
}

export function idsOf(attempts: readonly DeliveryAttempt[]): number[] {
  return attempts.map(({ id }) => id);
}
