import { parseLocalInstant } from '../text/times.ts';
import {
  longestMatchCharacters,
  type Match,
  MatchError,
  type MatchTerm,
  mostTerms,
} from './match.ts';
import { parseCondition } from './parse-condition.ts';
import { splitTerms, type WrittenTerm } from './split-terms.ts';

/**
 * Reads a match such as `method:POST json.type=invoice.paid -header.user-agent:curl`.
 * @throws {MatchError} if a part of it makes no sense: the first such part
 */
export function parseMatch(text: string, options?: ReadOptions): Match {
  const { match, errors } = readMatch(text, options);
  const [first] = errors;
  if (first !== undefined) throw first;
  return match;
}

export interface ReadOptions {
  /** The match was taken earlier, when values that no request can have were not refused yet. */
  isStored?: boolean;
}

/**
 * Reads all of a match that makes sense, for a text that somebody is typing. Each part that makes none has an error,
 * in the order of their places.
 */
export function readMatch(
  text: string,
  { isStored = false }: ReadOptions = {},
): { match: Match; errors: readonly MatchError[] } {
  if (text.length > longestMatchCharacters) {
    const message = `A match has at most ${longestMatchCharacters} characters, and this one has ${text.length}`;
    const place = { start: longestMatchCharacters, end: text.length };
    return { match: { terms: [] }, errors: [new MatchError(message, place)] };
  }
  const errors: MatchError[] = [];
  const written = splitTerms(text, (error) => errors.push(error));
  const terms: MatchTerm[] = [];
  for (const term of written.slice(0, mostTerms)) {
    try {
      if (!isOpenAndEmpty(term, errors)) terms.push(readTerm(term, isStored));
    } catch (error) {
      if (!(error instanceof MatchError)) throw error;
      errors.push(error);
    }
  }
  const surplus = written[mostTerms];
  if (surplus !== undefined) {
    const message = `A match has at most ${mostTerms} terms, and this one has ${written.length}`;
    errors.push(new MatchError(message, { start: surplus.start, end: text.length }));
  }
  errors.sort((one, other) => one.start - other.start);
  return { match: { terms }, errors };
}

/** A quote that was opened just now is no word yet. */
function isOpenAndEmpty({ written, end }: WrittenTerm, errors: readonly MatchError[]): boolean {
  return written.length === 0 && errors.some((error) => error.end === end);
}

function readTerm(
  { isNegated, beginsQuoted, written, start, end }: WrittenTerm,
  isStored: boolean,
): MatchTerm {
  const condition = beginsQuoted
    ? { kind: 'word' as const, text: written.text }
    : parseCondition(written, isStored);
  return { isNegated, condition, start, end };
}

/**
 * A match of whoever sits at this machine, for the API, where times without a zone are in UTC: its times without a zone become the
 * moments that they are here, written in UTC as all of them are. Gives the same match if that changes nothing.
 */
export function withLocalTimes(match: Match): Match {
  const terms = match.terms.map(withLocalTime);
  return terms.some((term, index) => term !== match.terms[index]) ? { ...match, terms } : match;
}

function withLocalTime(term: MatchTerm): MatchTerm {
  const { condition } = term;
  if (condition.kind !== 'field' || condition.field.name !== 'received') return term;
  // What a time contains is asked of its text.
  if (condition.operator === ':') return term;
  const at = parseLocalInstant(condition.text);
  const text = at === undefined ? condition.text : new Date(at).toISOString();
  // At both ends of the years that have four digits a zone would lead to a year that has more.
  if (text === condition.text || text.length !== '2026-11-22T12:00:00.000Z'.length) return term;
  return { ...term, condition: { ...condition, text } };
}
