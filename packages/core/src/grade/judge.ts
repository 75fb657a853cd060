import type { DeliveryAttempt } from '../api/index.ts';
import { judgeBackoff, judgeRetryAfter, judgeStops, judgeTimeout } from './answers.ts';
import { judgeCount, judgeWithin } from './count.ts';
import { type Expectation, printExpectation } from './expectation.ts';
import { delayOf, endOf, type History, idsText, type Judgement } from './history.ts';
import { judgeFreshSignature, judgeSameBody, judgeSameId } from './sameness.ts';

/** The judgement on one expectation. */
export interface Finding {
  /** The expectation, as it is written. */
  expectation: string;
  holds: boolean;
  /** Whether the attempts tell: if they do not, it does not hold, and nothing contradicts it. */
  isKnown: boolean;
  /** Whether nothing that comes later could change the finding. */
  isFinal: boolean;
  /** Why, in a sentence with a full stop; if several deliveries were judged, for how many of them. */
  sentence: string;
  /** The ids of the captured requests that it rests on. */
  requestIds: readonly number[];
}

/** The judgement on a sender. */
export interface Verdict {
  /** `held`: every expectation holds. */
  outcome: 'held' | 'failed' | 'nothingArrived';
  /** Whether nothing that comes later could change any finding. */
  isFinal: boolean;
  /** One for each expectation, in their order. */
  findings: readonly Finding[];
}

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
  const isHeld = findings.every(({ holds }) => holds);
  return {
    outcome: histories.length === 0 ? 'nothingArrived' : isHeld ? 'held' : 'failed',
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
      ? deciding.some(({ isFinal }) => isFinal)
      : judgements.length > 0 && judgements.every(({ isFinal }) => isFinal);
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

const maxReasons = 4;
const words = { holds: 'holds', open: 'undecided', fails: 'failed' } as const;

/**
 * The reason if one delivery is judged; of more the counts, with the reasons of those that decide: `holds for 4 of 6
 * deliveries; undecided for 2 with a single attempt`.
 */
function sentenceOf(judgements: readonly Judgement[], deciding: Judgement['result']): string {
  const [only, ...others] = judgements;
  if (only === undefined) return 'nothing arrived';
  if (others.length === 0)
    return only.result === 'open' ? `undecided ${only.sentence}` : only.sentence;
  const parts: string[] = [];
  for (const result of bestFirst) {
    const alike = judgements.filter((each) => each.result === result);
    if (alike.length === 0) continue;
    const amount = parts.length === 0 ? amountText(alike.length, judgements.length) : alike.length;
    const reasons = [...new Set(alike.map(({ sentence }) => sentence))].slice(0, maxReasons);
    const reason = `${result === 'open' ? ' ' : ': '}${reasons.join(', ')}`;
    const isTold = result === deciding && result !== 'holds';
    parts.push(`${words[result]} for ${amount}${isTold ? reason : ''}`);
  }
  return parts.join('; ');
}

/** `4 of 6 deliveries`, `all 6 deliveries` */
function amountText(count: number, all: number): string {
  if (count < all) return `${count} of ${all} deliveries`;
  return all === 2 ? 'both deliveries' : `all ${all} deliveries`;
}

/** A verdict for people: a line for each finding, `✗ same-id: Another id than #1 came with #2. (#1 and #2)`. */
export function describeVerdict({ findings }: Pick<Verdict, 'findings'>): string {
  const lines = findings.map(({ expectation, holds, isKnown, sentence, requestIds }) => {
    const sign = holds ? '✓' : isKnown ? '✗' : '?';
    const ids = requestIds.length === 0 ? '' : ` (${idsText(requestIds)})`;
    return `${sign} ${expectation}: ${sentence}${ids}`;
  });
  return lines.join('\n');
}
