import {
  type Comparison,
  type Expectation,
  ExpectationError,
  expectationForms,
  parseDuration,
  plainKinds,
} from './expectation.ts';

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
