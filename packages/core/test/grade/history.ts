import type { DeliveryAttempt } from '../../src/api/index.ts';

/** The time of the first attempt. */
export const began = Date.parse('2026-03-01T12:00:00.000Z');

/** The special fields of an attempt; those that are undefined are absent. */
type Special = { [Name in keyof DeliveryAttempt]?: DeliveryAttempt[Name] | undefined };

/** An attempt: milliseconds after the first one, its answer, and what is special about it. */
export type Written = readonly [at: number, answer: string, more?: Special | undefined];

/** The attempts with the ids 1, 2, 3 and so on, of one delivery with one id and one body, each signed when it was sent. */
export function attemptsOf(written: readonly Written[]): DeliveryAttempt[] {
  return written.map(([at, answer, more], index) => {
    const attempt = {
      id: index + 1,
      receivedAt: timeAt(at),
      answer,
      bodyHash: 'b',
      idHash: 'i',
      signature: { scheme: 'stripe', verdict: 'unverifiable', signedAt: wholeSecond(at) },
      ...more,
    };
    // All fields that an attempt needs are above, and none of these is ever taken away.
    return JSON.parse(JSON.stringify(attempt)) as DeliveryAttempt;
  });
}

function timeAt(milliseconds: number): string {
  return new Date(began + milliseconds).toISOString();
}

function wholeSecond(milliseconds: number): string {
  return new Date(Math.floor((began + milliseconds) / 1000) * 1000).toISOString();
}

export function signed(at: number): Pick<DeliveryAttempt, 'signature'> {
  return { signature: { scheme: 'stripe', verdict: 'unverifiable', signedAt: timeAt(at) } };
}
