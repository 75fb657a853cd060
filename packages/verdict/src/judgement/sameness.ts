import type { DeliveryAttempt } from '@hookwell/contract';
import { type History, type Judgement, untold } from '../history/history.ts';
import { idsOf, idsText } from '../history/words.ts';

/** Whether the sender's own id is in all attempts, and the same. */
export function judgeSameId(history: History): Judgement {
  const without = history.attempts.filter(({ idHash }) => idHash === undefined);
  if (without.length > 0 && history.attempts.length > 1) {
    const requestIds = idsOf(without);
    const sentence = `no id of the sender is known of ${idsText(requestIds)}`;
    return { result: 'fails', isFinal: true, sentence, requestIds };
  }
  return judgeSame(history, 'id', ({ idHash }) => idHash);
}

/** Whether the bytes of the bodies are the same. */
export function judgeSameBody(history: History): Judgement {
  return judgeSame(history, 'body', ({ bodyHash }) => bodyHash);
}

function judgeSame(
  history: History,
  noun: string,
  readOf: (attempt: DeliveryAttempt) => string | undefined,
): Judgement {
  const { attempts, first } = history;
  const others = attempts.filter((attempt) => readOf(attempt) !== readOf(first));
  if (others.length > 0) {
    const sentence = `another ${noun} than #${first.id} came with ${idsText(idsOf(others))}`;
    const requestIds = [first.id, ...idsOf(others)];
    return { result: 'fails', isFinal: true, sentence, requestIds };
  }
  const requestIds = idsOf(attempts);
  if (attempts.length < 2) return untold('with a single attempt', requestIds);
  const sentence = `all ${attempts.length} attempts have the same ${noun}`;
  return { result: 'holds', isFinal: false, sentence, requestIds };
}
