import type { Delivery } from '@hookwell/client';
import { isAccepted } from '../../src/request/badges.tsx';

/** An attempt as a test writes it: its answer, and what else it has. */
export type WrittenAttempt = [
  seconds: number,
  answer: string,
  more?: Partial<Delivery['attempts'][number]>,
];

/** A delivery whose attempts arrive these seconds after noon. Their ids rise from `firstId`. */
export function deliveryOf(
  delivery: string,
  written: readonly WrittenAttempt[],
  firstId = 1,
): Delivery {
  const noon = Date.parse('2026-03-01T12:00:00.000Z');
  const attempts = written.map(([seconds, answer, more], index) => ({
    id: firstId + index,
    receivedAt: new Date(noon + seconds * 1000).toISOString(),
    answer,
    bodyHash: 'same',
    ...more,
  }));
  return {
    delivery,
    first: attempts[0]?.receivedAt ?? '',
    last: attempts.at(-1)?.receivedAt ?? '',
    outcome: attempts.some(({ answer }) => isAccepted(answer)) ? 'accepted' : 'open',
    attempts,
  };
}
