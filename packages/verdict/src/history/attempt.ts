import type { DeliveryAttempt } from '@hookwell/contract';
import { parseDuration } from '../language/duration.ts';

/** When the request arrived, in milliseconds since 1970, by the clock of the service. */
export function receivedOf(attempt: DeliveryAttempt): number {
  return Date.parse(attempt.receivedAt);
}

/** Whether the sender was told that the request was taken: a 2xx that it waited for. */
export function isAccepted({ answer, gaveUpAfter }: DeliveryAttempt): boolean {
  return gaveUpAfter === undefined && /^2\d\d$/.test(answer);
}

/** The seconds that the sender was asked to wait, if it saw the answer that asks. */
export function askedSecondsOf({ retryAfter, gaveUpAfter }: DeliveryAttempt): number | undefined {
  return gaveUpAfter === undefined ? retryAfter : undefined;
}

/** For how many milliseconds nothing was sent to an attempt whose answer is a timeout. */
export function silenceOf({ answer, cutShortAfter }: DeliveryAttempt): number | undefined {
  const [, duration] = /^timeout\s+(\S+)$/i.exec(answer.trim()) ?? [];
  const silence = duration === undefined ? undefined : parseDuration(duration);
  return silence && Math.min(silence, cutShortAfter ?? silence);
}

/** The milliseconds that a step of a plan delays its answer: 3000 of `200 delay=3s`. */
export function delayOf(step: string): number {
  const [, duration = ''] = /\sdelay=(\S+)/i.exec(step) ?? [];
  return parseDuration(duration) ?? 0;
}

/**
 * When the sender knew at the earliest that the attempt had failed: a timeout ends with its silence, an answer comes after
 * its delay, unless the service cut either short, and both end when the sender hangs up.
 */
export function endOf(attempt: DeliveryAttempt, delayMs: number): number {
  const { gaveUpAfter, cutShortAfter = delayMs } = attempt;
  const lasts = silenceOf(attempt) ?? Math.min(delayMs, cutShortAfter);
  if (gaveUpAfter === undefined) return receivedOf(attempt) + lasts;
  return receivedOf(attempt) + (lasts > 0 ? Math.min(gaveUpAfter, lasts) : gaveUpAfter);
}
