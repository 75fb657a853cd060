import type { DeliveryAttempt } from '@hookwell/contract';
import { receivedOf, silenceOf } from '../history/attempt.ts';
import { type History, isKnownThrough, type Judgement, untold } from '../history/history.ts';
import { idsOf, idsText, timeText } from '../history/words.ts';
import type { Expectation } from '../language/expectation.ts';

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
