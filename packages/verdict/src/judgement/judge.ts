import type { DeliveryAttempt } from '@hookwell/contract';
import { delayOf, endOf } from '../history/attempt.ts';
import type { History, Judgement } from '../history/history.ts';
import type { Expectation } from '../language/expectation.ts';
import { printExpectation } from '../language/print-expectations.ts';
import { judgeRetryAfter, judgeStops } from './answers.ts';
import { judgeBackoff } from './backoff.ts';
import { judgeCount, judgeWithin } from './count.ts';
import { judgeSameBody, judgeSameId } from './sameness.ts';
import { judgeFreshSignature } from './signature.ts';
import { judgeTimeout } from './timeout.ts';
import type { Finding, Verdict } from './verdict.ts';

export interface JudgeOptions {
  /** In milliseconds since 1970, by the clock that `receivedAt` was taken from. */
  now: number;
  /** Whether nothing more is waited for: everything is final then. */
  isOver: boolean;
  /** The steps that answered, the last one all further attempts: their delays are no pauses of the sender. */
  plan?: readonly string[] | undefined;
}

/** The part of a delivery that is judged. */
export interface JudgedDelivery {
  attempts: readonly DeliveryAttempt[];
}

/**
 * Judges a sender by its deliveries. An expectation holds if it holds for each of them. What the attempts do not tell
 * does not hold.
 */
export function judge(
  deliveries: readonly JudgedDelivery[],
  expectations: readonly Expectation[],
  { now, isOver, plan = [] }: JudgeOptions,
): Verdict {
  const delays = plan.map(delayOf);
  const histories = deliveries.flatMap(({ attempts: given }): History[] => {
    const attempts = [...given].sort((one, other) => one.id - other.id);
    const [first] = attempts;
    const last = attempts.at(-1);
    if (first === undefined || last === undefined) return [];
    const ends = attempts.map((attempt, index) =>
      endOf(attempt, delays[index] ?? delays.at(-1) ?? 0),
    );
    return [{ attempts, first, last, ends, now, isOver, expectations }];
  });
  const findings = expectations.map((expectation) => {
    const judgements = histories.map((history) => judgementOf(expectation, history));
    return findingOf(expectation, judgements, isOver);
  });
  return {
    outcome: outcomeOf(histories, findings),
    isFinal: isOver || findings.every(({ isFinal }) => isFinal),
    findings,
  };
}

function judgementOf(expectation: Expectation, history: History): Judgement {
  switch (expectation.kind) {
    case 'attempts':
      return judgeCount(expectation, history);
    case 'within':
      return judgeWithin(expectation.ms, history);
    case 'backoff':
      return judgeBackoff(history);
    case 'same-id':
      return judgeSameId(history);
    case 'same-body':
      return judgeSameBody(history);
    case 'fresh-signature':
      return judgeFreshSignature(history);
    case 'stops-after-2xx':
      return judgeStops(history);
    case 'honours-retry-after':
      return judgeRetryAfter(history);
    case 'timeout':
      return judgeTimeout(expectation, history);
  }
}

const bestFirst: readonly Judgement['result'][] = ['holds', 'open', 'fails'];

function findingOf(
  expectation: Expectation,
  judgements: readonly Judgement[],
  isOver: boolean,
): Finding {
  const isAny = (result: Judgement['result']) => judgements.some((each) => each.result === result);
  const result = bestFirst.filter(isAny).at(-1) ?? 'open';
  const deciding = judgements.filter((judgement) => judgement.result === result);
  const isCertain =
    result === 'fails'
      ? deciding.some(isFinal)
      : judgements.length > 0 && judgements.every(isFinal);
  const sentence = sentenceOf(judgements, result);
  return {
    expectation: printExpectation(expectation),
    holds: result === 'holds',
    isKnown: result !== 'open',
    isFinal: isOver || isCertain,
    sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    requestIds: [...new Set(deciding.flatMap(({ requestIds }) => requestIds))],
  };
}

function isFinal(judgement: Judgement): boolean {
  return judgement.isFinal;
}

const mostParts = 4;
const words = { holds: 'holds', open: 'undecided', fails: 'failed' } as const;

/**
 * The reason if one delivery is judged. Of more, the reason of one is not true of all: `holds for 4 of 6 deliveries; undecided
 * for 2 with a single attempt`.
 */
function sentenceOf(judgements: readonly Judgement[], deciding: Judgement['result']): string {
  const [only, ...others] = judgements;
  if (only === undefined) return 'nothing arrived';
  const reasonOf = ({ result, sentence }: Judgement) =>
    result === 'open' ? ` ${sentence}` : `: ${sentence}`;
  if (others.length === 0)
    return only.result === 'open' ? `undecided${reasonOf(only)}` : only.sentence;
  const counts: { result: Judgement['result']; reason: string; count: number }[] = [];
  for (const result of bestFirst) {
    const hasReason = result === deciding && result !== 'holds';
    for (const judgement of judgements.filter((each) => each.result === result)) {
      const reason = hasReason ? reasonOf(judgement) : '';
      const known = counts.find((each) => each.result === result && each.reason === reason);
      if (known === undefined) counts.push({ result, reason, count: 1 });
      else known.count += 1;
    }
  }
  const parts = counts.slice(0, mostParts).map(({ result, count, reason }, index) => {
    const amount = index === 0 ? amountText(count, judgements.length) : count;
    return `${words[result]} for ${amount}${reason}`;
  });
  const rest = counts.slice(mostParts).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) parts.push(`${words[deciding]} for ${rest} more`);
  return parts.join('; ');
}

/** `4 of 6 deliveries`, `all 6 deliveries` */
function amountText(count: number, all: number): string {
  if (count < all) return `${count} of ${all} deliveries`;
  return all === 2 ? 'both deliveries' : `all ${all} deliveries`;
}

function outcomeOf(
  histories: readonly History[],
  findings: readonly Finding[],
): Verdict['outcome'] {
  if (histories.length === 0) return 'nothingArrived';
  return findings.every(({ holds }) => holds) ? 'held' : 'failed';
}
