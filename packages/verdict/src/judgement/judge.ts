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

const worstFirst: readonly Judgement['result'][] = ['fails', 'open', 'holds'];

const nothing: Judgement = {
  result: 'open',
  isFinal: false,
  sentence: 'nothing arrived',
  requestIds: [],
};

function findingOf(
  expectation: Expectation,
  judgements: readonly Judgement[],
  isOver: boolean,
): Finding {
  const all = judgements.length === 0 ? [nothing] : judgements;
  const result = worstFirst.find((each) => all.some((judgement) => judgement.result === each));
  const deciding = all.filter((judgement) => judgement.result === result);
  const isCertain = result === 'fails' ? deciding.some(isFinal) : all.every(isFinal);
  return {
    expectation: printExpectation(expectation),
    holds: result === 'holds',
    isKnown: result !== 'open',
    isFinal: isOver || isCertain,
    sentence: sentenceOf(deciding),
    requestIds: [...new Set(deciding.flatMap(({ requestIds }) => requestIds))],
  };
}

function isFinal(judgement: Judgement): boolean {
  return judgement.isFinal;
}

const mostSentences = 3;

function sentenceOf(deciding: readonly Judgement[]): string {
  const sentences = [...new Set(deciding.map(({ sentence }) => sentence))];
  const shown = sentences.slice(0, mostSentences).join('; ');
  const rest = sentences.length - mostSentences;
  const more = rest > 0 ? `; and ${rest} more` : '';
  return `${shown.charAt(0).toUpperCase()}${shown.slice(1)}${more}.`;
}

function outcomeOf(
  histories: readonly History[],
  findings: readonly Finding[],
): Verdict['outcome'] {
  if (histories.length === 0) return 'nothingArrived';
  return findings.every(({ holds }) => holds) ? 'held' : 'failed';
}
