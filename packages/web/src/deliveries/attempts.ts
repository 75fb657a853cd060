import type { Delivery, DeliveryAttempt } from '@hookwell/client';
import { isAccepted } from '../request/badges.tsx';
import { plural } from '../ui/format.ts';
import { type AnswerKind, answerKind } from './answer-kind.ts';

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
