import type { DeliveryAttempt } from '../api/index.ts';
import {
  type History,
  idsOf,
  idsText,
  type Judgement,
  receivedOf,
  timeText,
  untold,
} from './history.ts';

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

/** Most schemes sign whole seconds. Attempts so far apart, in milliseconds, were not made in the same one. */
const surelyAnotherSecondMs = 1500;

/** Whether each attempt was signed after the one before it. */
export function judgeFreshSignature(history: History): Judgement {
  const { attempts } = history;
  const unsigned = attempts.filter((attempt) => Number.isNaN(signedOf(attempt)));
  if (unsigned.length > 0 && attempts.length > 1) {
    const requestIds = idsOf(unsigned);
    const sentence = `no time of a signature is known of ${idsText(requestIds)}`;
    return { result: 'fails', isFinal: true, sentence, requestIds };
  }
  const stale = staleIn(attempts);
  if (stale !== undefined) {
    const { before, after } = stale;
    const apart = timeText(receivedOf(after) - receivedOf(before));
    const sentence = `#${after.id} came ${apart} after #${before.id} and was not signed later`;
    return { result: 'fails', isFinal: true, sentence, requestIds: [before.id, after.id] };
  }
  const requestIds = idsOf(attempts);
  const isAnyFresh = signedOf(history.last) > signedOf(history.first);
  if (!isAnyFresh) {
    const lack = attempts.length < 2 ? 'with a single attempt' : 'with all attempts in one second';
    return untold(lack, requestIds);
  }
  const sentence = `all ${attempts.length} attempts were signed anew`;
  return { result: 'holds', isFinal: false, sentence, requestIds };
}

function signedOf({ signature }: DeliveryAttempt): number {
  return signature?.signedAt === undefined ? Number.NaN : Date.parse(signature.signedAt);
}

/** The first attempt with an old signature, and the attempt that had it before. */
function staleIn(
  attempts: readonly DeliveryAttempt[],
): { before: DeliveryAttempt; after: DeliveryAttempt } | undefined {
  let newest: DeliveryAttempt | undefined;
  for (const attempt of attempts) {
    if (newest !== undefined && isStale(newest, attempt)) return { before: newest, after: attempt };
    if (newest === undefined || signedOf(attempt) > signedOf(newest)) newest = attempt;
  }
  return undefined;
}

function isStale(newest: DeliveryAttempt, attempt: DeliveryAttempt): boolean {
  const [before, signed] = [signedOf(newest), signedOf(attempt)];
  if (signed !== before) return signed < before;
  const isWholeSecond = signed % 1000 === 0;
  return !isWholeSecond || receivedOf(attempt) - receivedOf(newest) >= surelyAnotherSecondMs;
}
