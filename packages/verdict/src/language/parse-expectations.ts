import { parseDuration } from './duration.ts';
import { type Comparison, type Expectation, expectationForms, plainKinds } from './expectation.ts';
import { ExpectationError } from './expectation-error.ts';

/** Deliveries are listed with so many attempts at most. */
const mostAttempts = 1000;
const longestMs = 365 * 24 * 3_600_000;

interface Word {
  text: string;
  start: number;
  end: number;
  name: string;
  comparison: string;
  value: string;
}

/**
 * Reads expectations between white space: `attempts>=4 within=24h backoff=growing same-id`. Words are read in any case.
 * @throws {ExpectationError} at the first word that is none, or is there twice, and if there is none at all
 */
export function parseExpectations(text: string): Expectation[] {
  const words = wordsIn(text);
  if (words.length === 0) {
    const place = { start: 0, end: text.length };
    throw new ExpectationError(`Name at least one expectation, such as ${examples()}`, place);
  }
  const seen = new Set<string>();
  return words.map((word) => {
    const expectation = expectationIn(word);
    const slot = slotOf(expectation);
    if (seen.has(slot)) throw new ExpectationError(`"${word.name}" is there twice`, word);
    seen.add(slot);
    return expectation;
  });
}

function wordsIn(text: string): Word[] {
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index: start }) => {
    const [, name = '', comparison = '', value = ''] = /^([^<>=]*)([<>=]*)(.*)$/s.exec(word) ?? [];
    return {
      text: word,
      start,
      end: start + word.length,
      name: name.toLowerCase(),
      comparison,
      value: value.toLowerCase(),
    };
  });
}

function expectationIn(word: Word): Expectation {
  switch (word.name) {
    case 'attempts':
      return { kind: 'attempts', comparison: comparisonIn(word), count: countIn(word) };
    case 'within':
      return { kind: 'within', ms: equalDurationIn(word) };
    case 'backoff':
      return backoffIn(word);
    case 'timeout':
      return { kind: 'timeout', comparison: boundIn(word), ms: durationIn(word) };
    default:
      return plainIn(word);
  }
}

/** An expectation that bounds from below may stand beside one that bounds from above. */
function slotOf(expectation: Expectation): string {
  if (!('comparison' in expectation)) return expectation.kind;
  return `${expectation.kind} ${expectation.comparison.charAt(0)}`;
}

function plainIn(word: Word): Expectation {
  const kind = plainKinds.find((each) => each === word.name);
  if (kind === undefined) {
    const sentence =
      word.name === ''
        ? 'A comparison is written without white space, as in attempts>=4'
        : `"${word.text}" is not an expectation; known are ${examples()}`;
    throw new ExpectationError(sentence, word);
  }
  if (word.comparison !== '') throw new ExpectationError(`${kind} stands alone`, word);
  return { kind };
}

function backoffIn(word: Word): Expectation {
  if (word.comparison === '=' && word.value === 'growing') return { kind: 'backoff' };
  throw new ExpectationError('backoff can only be growing: backoff=growing', word);
}

const comparisons: readonly Comparison[] = ['>=', '>', '=', '<=', '<'];

function comparisonIn(word: Word): Comparison {
  const found = comparisons.find((each) => each === word.comparison);
  if (found !== undefined) return found;
  throw new ExpectationError(`${word.name} needs >=, >, =, <= or <, as in attempts>=4`, word);
}

function boundIn(word: Word): Exclude<Comparison, '='> {
  const found = comparisons.find((each) => each === word.comparison);
  if (found !== undefined && found !== '=') return found;
  throw new ExpectationError(`${word.name} needs <=, <, >= or >, as in timeout<=15s`, word);
}

function countIn(word: Word): number {
  const count = /^\d{1,6}$/.test(word.value) ? Number(word.value) : Number.NaN;
  const least = word.comparison === '<' ? 2 : 1;
  const most = word.comparison === '>' ? mostAttempts - 1 : mostAttempts;
  if (count >= least && count <= most) return count;
  throw new ExpectationError(
    `The number of attempts must be a whole number from ${least} to ${most}`,
    word,
  );
}

function equalDurationIn(word: Word): number {
  if (word.comparison === '=') return durationIn(word);
  throw new ExpectationError('within needs =, as in within=24h', word);
}

function durationIn(word: Word): number {
  const milliseconds = parseDuration(word.value);
  if (milliseconds !== undefined && milliseconds >= 1 && milliseconds <= longestMs) {
    return milliseconds;
  }
  throw new ExpectationError(
    `${word.name} needs a time of up to 365d, such as 500ms, 15s, 10m, 24h or 7d`,
    word,
  );
}

function examples(): string {
  return expectationForms.map(({ example }) => example).join(', ');
}
