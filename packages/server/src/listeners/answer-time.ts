import { longestAnswerWaitMs } from '@hookwell/contract';
import { parseDuration } from '@hookwell/match';
import { Refusal } from '../refusal.ts';

const form = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)?$/;

/**
 * Reads the time for which senders are to wait for a listener, in milliseconds.
 * @throws {Refusal} `invalidInput` if it is none, or too long
 */
export function readAnswerTime(text: string): number {
  const ms = parseDuration(text, form);
  if (ms !== undefined && ms > 0 && ms <= longestAnswerWaitMs) return ms;
  const sentence = `answers must be a time of up to ${longestAnswerWaitMs / 1000} s, such as 10s or 500ms`;
  throw new Refusal('invalidInput', { sentence });
}
