import type { Delivery, DeliveryAttempt, SignatureFinding } from '@hookwell/contract';
import type { StoredAttempt, StoredDelivery } from '../capture-log/deliveries-page.ts';
import { shownSignature } from '../capture-log/pending-signature.ts';

/** A delivery as JSON text, in short parts: it may have a thousand attempts. None if all its captures are gone. */
export function* deliveryText({ delivery, attempts }: StoredDelivery): Generator<string, void> {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined) return;
  const event = attempts.find((attempt) => attempt.event !== undefined)?.event;
  const shown: Omit<Delivery, 'attempts'> = {
    delivery,
    ...(event === undefined ? {} : { event }),
    first: isoTime(first.receivedAt),
    last: isoTime(last.receivedAt),
    outcome: attempts.some(isAccepted) ? 'accepted' : 'open',
  };
  yield `${JSON.stringify(shown).slice(0, -1)},"attempts":[`;
  for (const [index, attempt] of attempts.entries()) {
    yield (index === 0 ? '' : ',') + JSON.stringify(shownAttempt(attempt));
  }
  yield ']}';
}

/** While its sender waits for a listener, an attempt was not answered. */
function isAccepted(attempt: StoredAttempt): boolean {
  return /^2\d\d$/.test(attempt.answer) && !isWaiting(attempt);
}

function isWaiting({ waitsUntil = 0 }: StoredAttempt): boolean {
  return Date.now() < waitsUntil;
}

function shownAttempt(attempt: StoredAttempt): DeliveryAttempt {
  const { id, receivedAt, answer, retryAfter, bodyHash, idHash, signature } = attempt;
  const { answeredBy, gaveUpAfter, cutShortAfter } = attempt;
  return {
    id,
    receivedAt: isoTime(receivedAt),
    answer,
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(isWaiting(attempt) && { waiting: true }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    bodyHash,
    ...(idHash === undefined ? {} : { idHash }),
    ...(signature === undefined ? {} : { signature: shownFinding(signature) }),
    ...(gaveUpAfter === undefined ? {} : { gaveUpAfter }),
    ...(cutShortAfter === undefined ? {} : { cutShortAfter }),
  };
}

function shownFinding(signature: string): SignatureFinding {
  // We have written it ourselves.
  return JSON.parse(shownSignature(signature)) as SignatureFinding;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
