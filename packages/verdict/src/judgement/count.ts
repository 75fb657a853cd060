import type { DeliveryAttempt } from '@hookwell/contract';
import { receivedOf } from '../history/attempt.ts';
import { type History, isKnownThrough, type Judgement, untold } from '../history/history.ts';
import { answerText, attemptsText, idsOf, timeText } from '../history/words.ts';
import type { Expectation } from '../language/expectation.ts';

type Attempts = Extract<Expectation, { kind: 'attempts' }>;

interface Bounds {
  least: number;
  most: number;
}

function boundsOf({ comparison, count }: Attempts): Bounds {
  const none = Number.POSITIVE_INFINITY;
  if (comparison === '>=') return { least: count, most: none };
  if (comparison === '>') return { least: count + 1, most: none };
  if (comparison === '<=') return { least: 1, most: count };
  if (comparison === '<') return { least: 1, most: count - 1 };
  return { least: count, most: count };
}

/** Judges the number of attempts; with `within`, of those in its time. */
export function judgeCount(expectation: Attempts, history: History): Judgement {
  const { least, most } = boundsOf(expectation);
  const counted = countedIn(history);
  const count = counted.length;
  const arrived = `${attemptsText(count)} arrived${timeOf(history)}`;
  const isTimeUp = isWithinUp(history);
  const requestIds = idsOf(counted);
  if (count > most) {
    return { result: 'fails', isFinal: true, sentence: arrived, requestIds };
  }
  if (count >= least) {
    const isFinal = isTimeUp || most === Number.POSITIVE_INFINITY;
    return { result: 'holds', isFinal, sentence: arrived, requestIds };
  }
  if (!isTimeUp && !history.isOver) {
    return untold(`with ${count} of ${attemptsText(least)}`, requestIds);
  }
  const last = counted.at(-1) ?? history.first;
  const sentence = `${arrived}; none followed ${answerText(last)}`;
  return { result: 'fails', isFinal: isTimeUp, sentence, requestIds };
}

/** Whether the counted attempts came in time. */
export function judgeWithin(ms: number, history: History): Judgement {
  const needed = neededIn(history.expectations);
  const judged = needed === undefined ? history.attempts : history.attempts.slice(0, needed);
  const late = judged.find((attempt) => sinceFirst(history, attempt) > ms);
  const { first } = history;
  if (late !== undefined) {
    const sentence = `#${late.id} came ${timeText(sinceFirst(history, late))} after #${first.id}`;
    return { result: 'fails', isFinal: true, sentence, requestIds: [first.id, late.id] };
  }
  const last = judged.at(-1) ?? first;
  const came = `${attemptsText(judged.length)} came within ${timeText(sinceFirst(history, last))}`;
  const requestIds = judged.length > 1 ? [first.id, last.id] : [first.id];
  const isComplete = needed !== undefined && judged.length >= needed;
  if (!isComplete && needed !== undefined && isWithinUp(history)) {
    const sentence = `only ${attemptsText(judged.length)} of ${needed} came in this time`;
    return { result: 'fails', isFinal: true, sentence, requestIds };
  }
  return { result: 'holds', isFinal: isComplete, sentence: came, requestIds };
}

function countedIn(history: History): readonly DeliveryAttempt[] {
  const within = withinOf(history);
  if (within === undefined) return history.attempts;
  return history.attempts.filter((attempt) => sinceFirst(history, attempt) <= within);
}

function timeOf(history: History): string {
  const within = withinOf(history);
  return within === undefined ? '' : ` within ${timeText(within)}`;
}

/** Whether no attempt can come within the time any more. */
function isWithinUp(history: History): boolean {
  const within = withinOf(history);
  return within !== undefined && isKnownThrough(history, receivedOf(history.first) + within);
}

function withinOf({ expectations }: History): number | undefined {
  return expectations.find((each) => each.kind === 'within')?.ms;
}

/** The least number of attempts that is expected. */
export function neededIn(expectations: readonly Expectation[]): number | undefined {
  const counts = expectations.filter((each) => each.kind === 'attempts');
  const bounds = counts.map((each) => boundsOf(each).least).filter((least) => least > 1);
  return bounds.length === 0 ? undefined : Math.max(...bounds);
}

function sinceFirst({ first }: History, attempt: DeliveryAttempt): number {
  return receivedOf(attempt) - receivedOf(first);
}
