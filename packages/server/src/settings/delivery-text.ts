import type { Delivery, DeliveryAttempt, SignatureFinding } from '@hookwell/contract';
import type { StoredAttempt, StoredDelivery } from '../capture-log/capture-log.ts';

/** A delivery as JSON text; undefined if all its captures are gone. */
export function deliveryText({ delivery, attempts }: StoredDelivery): string | undefined {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const event = attempts.find((attempt) => attempt.event !== undefined)?.event;
  const shown: Delivery = {
    delivery,
    ...(event === undefined ? {} : { event }),
    first: isoTime(first.receivedAt),
    last: isoTime(last.receivedAt),
    outcome: attempts.some(({ answer }) => /^2\d\d$/.test(answer)) ? 'accepted' : 'open',
    attempts: attempts.map(shownAttempt),
  };
  return JSON.stringify(shown);
}

function shownAttempt(attempt: StoredAttempt): DeliveryAttempt {
  const { id, receivedAt, answer, retryAfter, bodyHash, idHash, signature } = attempt;
  const { gaveUpAfter, cutShortAfter } = attempt;
  return {
    id,
    receivedAt: isoTime(receivedAt),
    answer,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    bodyHash,
    ...(idHash === undefined ? {} : { idHash }),
    // We have written it ourselves.
    ...(signature === undefined ? {} : { signature: JSON.parse(signature) as SignatureFinding }),
    ...(gaveUpAfter === undefined ? {} : { gaveUpAfter }),
    ...(cutShortAfter === undefined ? {} : { cutShortAfter }),
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
