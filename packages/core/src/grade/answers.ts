import type { DeliveryAttempt } from '../api/index.ts';
import type { Expectation } from './expectation.ts';
import {
  answerText,
  askedSecondsOf,
  attemptsText,
  type DeliveryPair,
  type History,
  idsOf,
  idsText,
  isAccepted,
  isKnownThrough,
  isSettled,
  type Judgement,
  pairsOf,
  receivedOf,
  silenceOf,
  timeText,
  untold,
} from './history.ts';

/** Whether nothing followed the first success. */
export function judgeStops(history: History): Judgement {
  const { attempts, now } = history;
  const index = attempts.findIndex(isAccepted);
  const accepted = attempts[index];
  if (accepted === undefined)
    return untold('without a 2xx that reached the sender', [history.last.id]);
  const later = attempts.slice(index + 1);
  const [next] = later;
  if (next !== undefined) {
    const ids = idsOf(later);
    const sentence = `${idsText(ids)} followed ${answerText(accepted)}`;
    const isFinal = isSettled(history, next);
    return { result: 'fails', isFinal, sentence, requestIds: [accepted.id, ...ids] };
  }
  const watchedMs = now - receivedOf(accepted);
  const watched = watchedMs < 1000 ? 'yet' : `for ${timeText(watchedMs)}`;
  const sentence = `nothing followed ${answerText(accepted)} ${watched}`;
  return { result: 'holds', isFinal: false, sentence, requestIds: [accepted.id] };
}

/** Clocks and rounding make a sender a little early: by this share of the time, or so many milliseconds. */
const earlyShare = 0.05;
const earlyMs = 100;

/** Whether every Retry-After was waited for. */
export function judgeRetryAfter(history: History): Judgement {
  const { attempts } = history;
  const asking = attempts.filter((attempt) => askedSecondsOf(attempt) !== undefined);
  if (asking.length === 0)
    return untold('without a Retry-After that reached the sender', [history.last.id]);
  const followed = pairsOf(history).flatMap((pair) => {
    const asked = askedSecondsOf(pair.before);
    return asked === undefined ? [] : [{ ...pair, askedMs: asked * 1000 }];
  });
  const early = followed.find(({ askedMs, pauseMs }) => {
    return pauseMs < askedMs - Math.max(earlyMs, askedMs * earlyShare);
  });
  if (early !== undefined) {
    const { before, after, askedMs, pauseMs } = early;
    const sentence = `#${after.id} came ${timeText(Math.max(0, pauseMs))} after ${answerText(before)}, which asked for ${timeText(askedMs)}`;
    const isFinal = isSettled(history, after);
    return { result: 'fails', isFinal, sentence, requestIds: [before.id, after.id] };
  }
  if (followed.length === 0) {
    return untold('with no attempt after the Retry-After', idsOf(asking));
  }
  const requestIds = [...new Set(followed.flatMap(({ before, after }) => [before.id, after.id]))];
  const sentence = `${attemptsText(followed.length)} waited as asked`;
  return { result: 'holds', isFinal: false, sentence, requestIds };
}

type Timeout = Extract<Expectation, { kind: 'timeout' }>;

/** The time on the network blurs what is measured: by this share of the time, or so many milliseconds. */
const blurShare = 0.05;
const blurMs = 100;

/** The sender's patience as an attempt shows it: it is exactly that, or more. */
interface Observed {
  attempt: DeliveryAttempt;
  ms: number;
  isExact: boolean;
}

/** Judges the time that the sender waits for an answer before it hangs up. */
export function judgeTimeout({ comparison, ms }: Timeout, history: History): Judgement {
  const observed = observedIn(history);
  const isUpper = comparison.startsWith('<');
  const blur = Math.max(blurMs, ms * blurShare);
  const contrary = observed.find((each) => {
    return isUpper ? each.ms > ms + blur : each.isExact && each.ms < ms - blur;
  });
  if (contrary !== undefined) {
    const { id } = contrary.attempt;
    return { result: 'fails', isFinal: true, sentence: observedText(contrary), requestIds: [id] };
  }
  const telling = observed.filter((each) => (isUpper ? each.isExact : each.ms >= ms - blur));
  const [first] = telling;
  const ids = idsOf(telling.map(({ attempt }) => attempt));
  if (first === undefined) {
    const lack = `without an attempt that got no reply for longer than ${timeText(ms)}`;
    return untold(lack, idsOf(observed.map(({ attempt }) => attempt)));
  }
  const sentence = telling.length === 1 ? observedText(first) : `${idsText(ids)} show this`;
  return { result: 'holds', isFinal: false, sentence, requestIds: ids };
}

function observedIn(history: History): Observed[] {
  return history.attempts.flatMap((attempt): Observed[] => {
    const { gaveUpAfter } = attempt;
    if (gaveUpAfter !== undefined) return [{ attempt, ms: gaveUpAfter, isExact: true }];
    const silence = silenceOf(attempt);
    if (silence === undefined || !isKnownThrough(history, receivedOf(attempt) + silence)) return [];
    return [{ attempt, ms: silence, isExact: false }];
  });
}

function observedText({ attempt, ms, isExact }: Observed): string {
  const waited = isExact ? `gave up after ${timeText(ms)}` : `waited for all of ${timeText(ms)}`;
  return `the sender ${waited} in #${attempt.id}`;
}

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
function pausesOf(history: History): DeliveryPair[] {
  return pairsOf(history).filter(({ before }) => !isAccepted(before) && !askedSecondsOf(before));
}

function shrunkIn(
  pauses: readonly DeliveryPair[],
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

function pausesText(pauses: readonly DeliveryPair[]): string {
  const texts = pauses.map(({ pauseMs }) => timeText(pauseMs));
  if (texts.length <= mostPauses) return texts.join(', ');
  return [...texts.slice(0, mostPauses - 2), '…', texts.at(-1)].join(', ');
}
