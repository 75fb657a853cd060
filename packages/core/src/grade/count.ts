import type { DeliveryAttempt } from '../api/index.ts';
import { type Expectation, printDuration } from './expectation.ts';
import {
  answerText,
  attemptsText,
  type History,
  idsOf,
  isKnownThrough,
  type Judgement,
  receivedOf,
  timeText,
  untold,
} from './history.ts';

type Attempts = Extract<Expectation, { kind: 'attempts' }>;

/** The bounds of the count, both included. */
function boundsOf({ comparison, count }: Attempts): { least: number; most: number } {
  if (comparison === '=') return { least: count, most: count };
  if (comparison.startsWith('<')) return { least: 1, most: comparison === '<' ? count - 1 : count };
  return { least: comparison === '>' ? count + 1 : count, most: Number.POSITIVE_INFINITY };
}

/** Judges the number of attempts; with `within`, of those in its time. */
export function judgeCount(expectation: Attempts, history: History): Judgement {
  const { least, most } = boundsOf(expectation);
  const within = withinOf(history) ?? Number.POSITIVE_INFINITY;
  const counted = history.attempts.filter((attempt) => sinceFirst(history, attempt) <= within);
  const count = counted.length;
  const time = Number.isFinite(within) ? ` within ${timeText(within)}` : '';
  const arrived = `${attemptsText(count)} arrived${time}`;
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

/** Whether no attempt can come within the time any more. */
function isWithinUp(history: History): boolean {
  const within = withinOf(history);
  return within !== undefined && isKnownThrough(history, receivedOf(history.first) + within);
}

function withinOf({ expectations }: History): number | undefined {
  return expectations.find((each) => each.kind === 'within')?.ms;
}

/** The least number of attempts that is expected. */
function neededIn(expectations: readonly Expectation[]): number | undefined {
  const counts = expectations.filter((each) => each.kind === 'attempts');
  const bounds = counts.map((each) => boundsOf(each).least).filter((least) => least > 1);
  return bounds.length === 0 ? undefined : Math.max(...bounds);
}

function sinceFirst({ first }: History, attempt: DeliveryAttempt): number {
  return receivedOf(attempt) - receivedOf(first);
}

const usualAttempts = 4;
/** Steps of a plan may be silent for this long. */
const longestSilenceMs = 120_000;
/** The most steps of a plan. */
const mostSteps = 100;

/** The answers that show whether a sender meets the expectations: failures of the kinds that they ask about, then a 200. */
export function planFor(expectations: readonly Expectation[]): string[] {
  const kinds = expectations.flatMap(stepFor);
  const needed = Math.max(neededIn(expectations) ?? usualAttempts, kinds.length + 3);
  const plain = Math.min(needed, mostSteps) - 1 - kinds.length;
  return [...Array.from({ length: plain }, () => '500'), ...kinds, '200'];
}

function stepFor(expectation: Expectation): string[] {
  if (expectation.kind === 'honours-retry-after') return ['429 retry-after=5'];
  if (expectation.kind !== 'timeout') return [];
  const silenceMs = Math.min(longestSilenceMs, Math.ceil(expectation.ms * 1.5) + 1000);
  return [`timeout ${printDuration(silenceMs)}`];
}
