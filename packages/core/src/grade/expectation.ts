import { parseDuration as parse, unitMs } from '../match/index.ts';

/** The operator that compares an attempt count or a time. */
type Comparison = '>=' | '>' | '=' | '<=' | '<';

/** An expectation of a sender. Times are in milliseconds. */
export type Expectation =
  /** The number of attempts; with `within`, of those in its time. */
  | { kind: 'attempts'; comparison: Comparison; count: number }
  /** The time from the first attempt to the last one that is counted. */
  | { kind: 'within'; ms: number }
  /** The pauses between attempts grow. */
  | { kind: 'backoff' }
  | { kind: 'same-id' }
  | { kind: 'same-body' }
  | { kind: 'fresh-signature' }
  | { kind: 'stops-after-2xx' }
  | { kind: 'honours-retry-after' }
  /** The time that the sender waits for an answer. */
  | { kind: 'timeout'; comparison: Exclude<Comparison, '='>; ms: number };

/** Expectations that are a word alone. */
const plainKinds = [
  'same-id',
  'same-body',
  'fresh-signature',
  'stops-after-2xx',
  'honours-retry-after',
] as const satisfies readonly Expectation['kind'][];

/** Each expectation as an example, with what it means, for help. */
export const expectationForms: readonly { example: string; means: string }[] = [
  { example: 'attempts>=4', means: 'there are at least 4 attempts; also >, =, <=, <' },
  { example: 'within=24h', means: 'these attempts come within 24 hours of the first one' },
  { example: 'backoff=growing', means: 'the pauses between attempts grow' },
  { example: 'same-id', means: "each attempt has the same id of the sender's" },
  { example: 'same-body', means: 'each attempt has the same body' },
  { example: 'fresh-signature', means: 'each attempt is signed anew' },
  { example: 'stops-after-2xx', means: 'no attempt follows one that was answered with 2xx' },
  {
    example: 'honours-retry-after',
    means: 'no attempt comes before the time that the answer before it asked for',
  },
  { example: 'timeout<=15s', means: 'it waits at most 15 seconds for an answer; also <, >=, >' },
];

/** A place at which a text of expectations makes no sense. The message is a sentence for its writer. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
  /** The indexes of the beginning and the end of the place in the text. */
  readonly start: number;
  readonly end: number;

  constructor(message: string, place: { start: number; end: number }) {
    super(message);
    this.start = place.start;
    this.end = place.end;
  }
}

/** `attempts>=4` */
export function printExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'attempts':
      return `attempts${expectation.comparison}${expectation.count}`;
    case 'within':
      return `within=${printDuration(expectation.ms)}`;
    case 'backoff':
      return 'backoff=growing';
    case 'timeout':
      return `timeout${expectation.comparison}${printDuration(expectation.ms)}`;
    default:
      return expectation.kind;
  }
}

const form = /^(\d{1,15}(?:\.\d{1,3})?)(ms|s|m|h|d)$/i;

/** The milliseconds in `500ms`, `15s`, `1.5m`, `24h` or `7d`; `undefined` if the text is no such time. */
export function parseDuration(text: string): number | undefined {
  const milliseconds = parse(text, form);
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}

/** The whole milliseconds in the form that `parseDuration` reads: `90s`, `24h`, `2d`. */
export function printDuration(milliseconds: number): string {
  const unit = largestFirst.find((each) => isWhole(milliseconds, each)) ?? 'ms';
  return `${milliseconds / unitMs[unit]}${unit}`;
}

const largestFirst = ['d', 'h', 'm', 's'] as const;

/** One minute is written `60s`, and one day `24h`, as most people write them. */
function isWhole(milliseconds: number, unit: keyof typeof unitMs): boolean {
  const number = milliseconds / unitMs[unit];
  return Number.isInteger(number) && number >= (unit === 's' ? 1 : 2);
}

/** Deliveries are listed with so many attempts at most. */
const maxAttempts = 1000;
const maxMs = 365 * 24 * 3_600_000;
const comparisons: readonly Comparison[] = ['>=', '>', '=', '<=', '<'];
const examples = expectationForms.map(({ example }) => example).join(', ');

/** The forms of the expectations that have a value, for error messages. */
const forms = new Map([
  ['attempts', `attempts needs >=, >, =, <= or < and a whole number from 1 to ${maxAttempts}`],
  ['within', 'within needs = and a time of up to 365d, such as 500ms, 15s, 10m, 24h or 7d'],
  ['backoff', 'backoff can only be growing: backoff=growing'],
  ['timeout', 'timeout needs <=, <, >= or > and a time of up to 365d, such as 500ms or 15s'],
]);

/**
 * Reads expectations between white space: `attempts>=4 within=24h backoff=growing same-id`. Words are read in any case.
 * @throws {ExpectationError} at the first word that is none, or is there twice, and if there is none at all
 */
export function parseExpectations(text: string): Expectation[] {
  const words = Array.from(text.matchAll(/\S+/g), ({ 0: word, index: start }) => {
    return { text: word, start, end: start + word.length };
  });
  if (words.length === 0) {
    const place = { start: 0, end: text.length };
    throw new ExpectationError(`Name at least one expectation, such as ${examples}`, place);
  }
  const seen = new Set<string>();
  return words.map((word) => {
    const [, name = '', comparison = '', value = ''] =
      /^([^<>=]*)([<>=]*)(.*)$/s.exec(word.text.toLowerCase()) ?? [];
    const expectation = expectationOf(name, comparison, value);
    if (expectation === undefined) {
      const form = forms.get(name) ?? `known are ${examples}`;
      throw new ExpectationError(`"${word.text}" is not an expectation; ${form}`, word);
    }
    // An expectation that bounds from below may stand beside one that bounds from above.
    const slot = `${name} ${comparison.charAt(0)}`;
    if (seen.has(slot)) throw new ExpectationError(`"${name}" is there twice`, word);
    seen.add(slot);
    return expectation;
  });
}

function expectationOf(name: string, written: string, value: string): Expectation | undefined {
  const comparison = comparisons.find((each) => each === written);
  if (comparison === undefined) {
    const kind = plainKinds.find((each) => each === name + written);
    return kind && { kind };
  }
  if (name === 'backoff' && comparison === '=' && value === 'growing') return { kind: 'backoff' };
  if (name === 'attempts') return attemptsOf(comparison, value);
  const ms = parseDuration(value) ?? 0;
  if (ms < 1 || ms > maxMs) return undefined;
  if (name === 'within' && comparison === '=') return { kind: 'within', ms };
  if (name === 'timeout' && comparison !== '=') return { kind: 'timeout', comparison, ms };
  return undefined;
}

function attemptsOf(comparison: Comparison, value: string): Expectation | undefined {
  const count = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  const least = comparison === '<' ? 2 : 1;
  const most = comparison === '>' ? maxAttempts - 1 : maxAttempts;
  return count >= least && count <= most ? { kind: 'attempts', comparison, count } : undefined;
}
