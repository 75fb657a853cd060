import { askedSecondsOf, isAccepted, receivedOf } from '../history/attempt.ts';
import { type History, isSettled, type Judgement, pairsOf, untold } from '../history/history.ts';
import { answerText, attemptsText, idsOf, idsText, timeText } from '../history/words.ts';

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
