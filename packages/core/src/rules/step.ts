import { parseDuration } from '../match/index.ts';
import { SettingsError, shown } from './reading.ts';
import { longestDelayMs, longestTimeoutMs, mostTruncatedBytes } from './settings.ts';

/** The answer to one attempt. `written` is the step as it stands in the settings, with single spaces. */
export type Step = { written: string } & (
  | {
      kind: 'status';
      status: number;
      /** In seconds: in place of a Retry-After header of the reply. */
      retryAfter?: number;
      /** In place of the delay of the reply. */
      delayMs?: number;
    }
  /** Nothing is sent for so long, then the connection is closed. */
  | { kind: 'timeout'; ms: number }
  /** The connection is reset before a byte is sent. */
  | { kind: 'reset' }
  /** More bytes are announced than are sent. */
  | { kind: 'truncate'; bytes: number }
);

/** A form of a step, for help and completion. */
export interface StepForm {
  /** The beginning of such a step; empty for a status. */
  start: '' | 'timeout' | 'reset' | 'truncate';
  form: string;
  /** One sentence. */
  explanation: string;
  /** Steps that can be used as they are. */
  examples: readonly string[];
}

/** All forms, in the order in which help shows them. */
export const stepForms: readonly StepForm[] = [
  {
    start: '',
    form: 'STATUS [retry-after=SECONDS] [delay=TIME]',
    explanation: 'A reply with that status, 200 to 599, after a delay of up to 60 s.',
    examples: ['500', '429 retry-after=60', '200 delay=3s'],
  },
  {
    start: 'timeout',
    form: 'timeout TIME',
    explanation: 'Nothing is sent for this long, up to 120 s; then the connection is closed.',
    examples: ['timeout 10s'],
  },
  {
    start: 'reset',
    form: 'reset',
    explanation: 'The connection is reset before a byte is sent.',
    examples: ['reset'],
  },
  {
    start: 'truncate',
    form: 'truncate BYTES',
    explanation:
      'This many bytes of a longer body are sent, up to 65536; then the connection is closed.',
    examples: ['truncate 100'],
  },
];

/** In seconds: a year. */
const longestRetryAfter = 31_536_000;
const longestStepCharacters = 200;

/**
 * Reads a step of a plan: `500`, `429 retry-after=60`, `timeout 10s`, `reset`, `truncate 100`.
 * @param place what the error names
 * @throws {SettingsError} if it is no step
 */
export function parseStep(text: string, place: string): Step {
  if (text.length > longestStepCharacters) {
    throw new SettingsError(place, `a step has at most ${longestStepCharacters} characters`);
  }
  const words = text.split(/[ \t]+/).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const written = words.join(' ');
  switch (first) {
    case 'reset':
      if (rest.length > 0) throw new SettingsError(place, 'nothing comes after reset');
      return { written, kind: 'reset' };
    case 'timeout':
      return { written, kind: 'timeout', ms: timeoutOf(rest, place) };
    case 'truncate':
      return { written, kind: 'truncate', bytes: bytesOf(rest, place) };
    default:
      return {
        written,
        kind: 'status',
        ...statusOf(first, text, place),
        ...optionsOf(rest, place),
      };
  }
}

/**
 * Reads steps with commas between them: `500, timeout 10s, reset, 200`.
 * @throws {SettingsError} that names the step: `plan[1]`
 */
export function parsePlan(text: string): Step[] {
  return text.split(',').map((step, index) => parseStep(step, `plan[${index}]`));
}

/** Writes steps in the form that `parsePlan` reads. */
export function printPlan(steps: readonly Step[]): string {
  return steps.map(({ written }) => written).join(', ');
}

const durationForm = /^(\d{1,9})(ms|s|m)$/;

function timeoutOf(rest: readonly string[], place: string): number {
  const [duration = ''] = rest;
  const ms = rest.length === 1 ? parseDuration(duration, durationForm) : undefined;
  if (ms === undefined || ms > longestTimeoutMs) {
    throw new SettingsError(place, 'timeout takes a time of up to 120 s: 500ms, 10s or 2m');
  }
  return ms;
}

function bytesOf(rest: readonly string[], place: string): number {
  const [count = ''] = rest;
  const bytes = rest.length === 1 ? wholeNumber(count) : undefined;
  if (bytes === undefined || bytes > mostTruncatedBytes) {
    throw new SettingsError(place, `truncate takes a number of bytes, 0 to ${mostTruncatedBytes}`);
  }
  return bytes;
}

function statusOf(word: string, text: string, place: string): { status: number } {
  const isNumber = /^\d{3}$/.test(word);
  if (!isNumber && /^\d+$/.test(word)) {
    throw new SettingsError(place, `${shown(word)} is not a status: write 200 to 599`);
  }
  if (!isNumber) {
    throw new SettingsError(
      place,
      `${shown(text)} is not a step: write a status (500, 429 retry-after=60, 200 delay=3s), timeout 10s, reset or truncate 100`,
    );
  }
  const status = Number(word);
  if (status < 200 || status > 599) {
    throw new SettingsError(place, `${status} is not a status of a reply: write 200 to 599`);
  }
  return { status };
}

function optionsOf(
  words: readonly string[],
  place: string,
): { retryAfter?: number; delayMs?: number } {
  const options: { retryAfter?: number; delayMs?: number } = {};
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = equals === -1 ? word : word.slice(0, equals);
    const value = equals === -1 ? '' : word.slice(equals + 1);
    if (name === 'retry-after' && options.retryAfter === undefined) {
      options.retryAfter = retryAfterOf(value, place);
    } else if (name === 'delay' && options.delayMs === undefined) {
      options.delayMs = delayOf(value, place);
    } else {
      throw new SettingsError(
        place,
        `${shown(word)} cannot be there: after a status come retry-after=60 and delay=3s, each at most once`,
      );
    }
  }
  return options;
}

function retryAfterOf(value: string, place: string): number {
  const seconds = wholeNumber(value);
  if (seconds === undefined || seconds > longestRetryAfter) {
    throw new SettingsError(place, `retry-after= takes whole seconds, 0 to ${longestRetryAfter}`);
  }
  return seconds;
}

/**
 * Reads the time from a commit to its answer.
 * @throws {SettingsError} if it is none, or longer than 60 s
 */
export function delayOf(text: string, place: string): number {
  const ms = parseDuration(text, durationForm);
  if (ms === undefined || ms > longestDelayMs) {
    throw new SettingsError(place, 'a delay is a time of up to 60 s: 500ms, 2s or 1m');
  }
  return ms;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
