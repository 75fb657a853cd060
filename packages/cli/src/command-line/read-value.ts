import { parseDuration } from '@hookwell/match/duration';
import type { Operand, Option } from './command.ts';

/**
 * Makes a value of the word given for an option or operand.
 * @throws {RangeError} if the word is no such value; the message tells the rule: `must be a whole number`
 */
export function readValue(word: string, wanted: Exclude<Option, { type: 'flag' }> | Operand) {
  switch (wanted.type) {
    case 'number':
      return readNumber(word, wanted.minimum, wanted.maximum);
    case 'id':
      return readNumber(word, 1, undefined);
    case 'duration':
      return readDuration(word);
    default:
      return readText(word, wanted.oneOf);
  }
}

function readText(word: string, oneOf: readonly string[] | undefined): string {
  if (oneOf !== undefined && !oneOf.includes(word)) {
    throw new RangeError(`must be one of ${oneOf.join(', ')}`);
  }
  return word;
}

function readNumber(word: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d+$/.test(word) ? Number(word) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  const range =
    maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
  throw new RangeError(`must be a whole number ${range}`);
}

const durationForm = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/;

/**
 * Milliseconds in `500ms`, `30`, `30s`, `1.5m`, `2h`, `7d`.
 * @throws {RangeError} if the word is no duration
 */
export function readDuration(word: string): number {
  const milliseconds = parseDuration(word, durationForm);
  if (milliseconds !== undefined && Number.isSafeInteger(milliseconds)) return milliseconds;
  throw new RangeError('must be a time such as 30 (seconds), 500ms, 10m, 2h or 7d');
}
