import type { Delivery, DeliveryAttempt } from '@hookwell/client';
import { isAccepted } from '../request/badges.tsx';
import { plural } from '../ui/format.ts';

/** An attempt among the others of its delivery. */
export interface NumberedAttempt {
  attempt: DeliveryAttempt;
  /** From 1 on; `undefined` if earlier attempts are not listed. */
  number: number | undefined;
  /** Milliseconds since the attempt before; `undefined` for the first one of the list. */
  gap: number | undefined;
  /** Whether it came before the time that the answer to the attempt before had named. */
  isEarly: boolean;
  /** Whether its sender waits for a listener, so that the answer is not known yet. */
  isWaiting: boolean;
}

/** Of more attempts the service lists the newest. */
const mostListed = 1000;

/**
 * Numbers the stored attempts of a delivery, unless there may be earlier ones that are not listed.
 * @param waiting the ids of captured requests whose senders wait for a listener
 */
export function numberedAttempts(
  { attempts }: Pick<Delivery, 'attempts'>,
  waiting: ReadonlySet<number> = new Set(),
): NumberedAttempt[] {
  const isFromFirst = attempts.length < mostListed;
  return attempts.map((attempt, index) => {
    const before = attempts[index - 1];
    const at = timeOf(attempt);
    const gap = before === undefined ? undefined : Math.max(0, at - timeOf(before));
    return {
      attempt,
      gap,
      number: isFromFirst ? index + 1 : undefined,
      isEarly: gap !== undefined && isBefore(gap, before?.retryAfter),
      isWaiting: waiting.has(attempt.id),
    };
  });
}

/** Clocks and rounding make a sender a little early, by as much as the verdict allows too. */
function isBefore(gap: number, retryAfter = 0): boolean {
  const askedMs = retryAfter * 1000;
  return gap < askedMs - Math.max(100, askedMs * 0.05);
}

function timeOf(attempt: DeliveryAttempt | undefined): number {
  return attempt === undefined ? 0 : Date.parse(attempt.receivedAt);
}

export function isByListener({ answeredBy }: DeliveryAttempt): boolean {
  return answeredBy === 'listener';
}

/** The kind of an attempt's answer, for its mark. */
export function kindOf({ attempt, isWaiting }: NumberedAttempt): AnswerKind {
  return isWaiting ? 'waiting' : answerKind(attempt.answer);
}

/** The outcome of the delivery: `Accepted at attempt 3`, `Open after 2 attempts`. */
export function outcomeText({ outcome }: Delivery, attempts: readonly NumberedAttempt[]): string {
  const isAll = attempts.length < mostListed;
  const count = `${plural(attempts.length, 'attempt')}${isAll ? '' : ' or more'}`;
  if (outcome === 'open') return `Open after ${count}`;
  const accepted = attempts.find(
    ({ attempt, isWaiting }) => !isWaiting && isAccepted(attempt.answer),
  );
  if (accepted?.number === undefined) return `Accepted, ${count}`;
  const after = attempts.length - attempts.indexOf(accepted) - 1;
  const more = after === 0 ? '' : `, ${after} more after it`;
  return `Accepted at attempt ${accepted.number}${more}`;
}

/** The kind of an attempt's answer. */
export type AnswerKind =
  /** With a status from 200 to 299. */
  | 'accepted'
  /** With another status. */
  | 'refused'
  /** Not at all, and the connection was closed. */
  | 'timeout'
  /** Not at all, and the connection was reset. */
  | 'reset'
  /** With a body that broke off. */
  | 'truncate'
  /** Not yet: the sender waits for a listener. */
  | 'waiting';

/** @param answer as an attempt has it: `429`, `timeout 10s`, `reset`, `truncate 100` */
function answerKind(answer: string): AnswerKind {
  const [word = ''] = answer.split(' ');
  if (word === 'timeout' || word === 'reset' || word === 'truncate') return word;
  return isAccepted(answer) ? 'accepted' : 'refused';
}

/** The answer in a few words: `500`, `no reply (timeout 10s)`, `connection reset`, `cut after 100 bytes`. */
export function replyWords(answer: string): string {
  const [, amount] = answer.split(' ');
  switch (answerKind(answer)) {
    case 'timeout':
      return `no reply (${answer})`;
    case 'reset':
      return 'connection reset';
    case 'truncate':
      return amount === undefined ? 'cut' : `cut after ${amount} bytes`;
    default:
      return answer;
  }
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A time span in two units at most: `250 ms`, `1.5 s`, `42 s`, `1 m 30 s`, `2 h 5 m`, `3 d 4 h`. A negative one is
 * `0 ms`: the clocks of two nodes may differ.
 * @param milliseconds the span
 */
export function durationText(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < second) return `${ms} ms`;
  if (ms < 9.95 * second) return `${trimZero((ms / second).toFixed(1))} s`;
  if (ms < 59.5 * second) return `${Math.round(ms / second)} s`;
  if (ms < hour - second / 2) return inUnits(ms, minute, 'm', second, 's');
  if (ms < day - minute / 2) return inUnits(ms, hour, 'h', minute, 'm');
  return inUnits(ms, day, 'd', hour, 'h');
}

function trimZero(text: string): string {
  return text.replace(/\.0$/, '');
}

/** Rounds to the smaller unit first, so that its number never reaches a whole larger unit. */
function inUnits(ms: number, large: number, largeName: string, small: number, smallName: string) {
  const smalls = Math.round(ms / small);
  const each = large / small;
  const rest = smalls % each;
  const first = `${Math.floor(smalls / each)} ${largeName}`;
  return rest === 0 ? first : `${first} ${rest} ${smallName}`;
}
