import type { DeliveryAttempt } from '@hookwell/contract';
import {
  askedSecondsOf,
  type History,
  idsOf,
  isAccepted,
  isSettled,
  type Judgement,
  type Pair,
  pairsOf,
  timeText,
  untold,
} from './history.ts';

/** Senders vary their pauses by chance: one may be this much of the one before it and still count as grown. */
const leastShare = 0.9;
/** The last pause must be this much longer than the first. */
const leastGrowth = 1.2;
/** Attempts this close together, in milliseconds, were not made because of an answer. */
const atOnceMs = 5;

/** Whether the pauses grow. */
export function judgeBackoff(history: History): Judgement {
  const pauses = pausesOf(history);
  const shrunk = shrunkIn(pauses);
  if (shrunk !== undefined) {
    const { sentence, attempts } = shrunk;
    const last = attempts.at(-1) ?? history.last;
    const isFinal = isSettled(history, last);
    return { result: 'fails', isFinal, sentence, requestIds: idsOf(attempts) };
  }
  const [first, ...others] = pauses;
  const last = others.at(-1);
  if (first === undefined || last === undefined) {
    const lack = 'without two pauses after failed attempts that had no Retry-After';
    return untold(lack, idsOf(history.attempts));
  }
  const requestIds = [first.before.id, ...pauses.map(({ after }) => after.id)];
  const isGrown = last.pauseMs >= first.pauseMs * leastGrowth;
  const sentence = `the pauses ${isGrown ? 'grew' : 'did not grow'}: ${pausesText(pauses)}`;
  return { result: isGrown ? 'holds' : 'fails', isFinal: false, sentence, requestIds };
}

/** The pauses that the sender chose itself: not those that were asked for, nor those after a success. */
function pausesOf(history: History): Pair[] {
  return pairsOf(history).filter(({ before }) => !isAccepted(before) && !askedSecondsOf(before));
}

function shrunkIn(
  pauses: readonly Pair[],
): { sentence: string; attempts: DeliveryAttempt[] } | undefined {
  for (const [index, { before, after, pauseMs }] of pauses.entries()) {
    if (pauseMs <= atOnceMs) {
      const sentence = `#${after.id} came at once with #${before.id}`;
      return { sentence, attempts: [before, after] };
    }
    const earlier = pauses[index - 1];
    if (earlier !== undefined && pauseMs < earlier.pauseMs * leastShare) {
      const sentence = `the pause before #${after.id} was ${timeText(pauseMs)}, shorter than ${timeText(earlier.pauseMs)} before #${earlier.after.id}`;
      const attempts = new Set([earlier.before, earlier.after, before, after]);
      return { sentence, attempts: [...attempts] };
    }
  }
  return undefined;
}

const mostPauses = 8;

function pausesText(pauses: readonly Pair[]): string {
  const texts = pauses.map(({ pauseMs }) => timeText(pauseMs));
  if (texts.length <= mostPauses) return texts.join(', ');
  return [...texts.slice(0, mostPauses - 2), '…', texts.at(-1)].join(', ');
}
