import {
  clipped,
  type JsonPath,
  MatchError,
  type MatchField,
  type PlainFieldName,
  plainFieldNames,
} from './match.ts';
import { splitTerms, type WrittenText } from './split-terms.ts';

/**
 * Reads the name of a field: `method`, `header.user-agent`, `json.items[0]`. Gives `undefined` if no field has that
 * name.
 * @throws {MatchError} if a name or path behind the field makes no sense
 */
export function parseField(written: WrittenText): MatchField | undefined {
  const lower = written.text.toLowerCase();
  if (isPlainFieldName(lower)) return { name: lower };
  if (lower === 'json' || lower.startsWith('json.') || lower.startsWith('json[')) {
    return { name: 'json.PATH', path: parseJsonPath(written) };
  }
  if (lower.startsWith('header.')) {
    return { name: 'header.NAME', key: nameBehind(written, 'header.').toLowerCase() };
  }
  if (lower.startsWith('query.')) return { name: 'query.NAME', key: nameBehind(written, 'query.') };
  return undefined;
}

function isPlainFieldName(name: string): name is PlainFieldName {
  return (plainFieldNames as readonly string[]).includes(name);
}

function nameBehind(written: WrittenText, start: string): string {
  const name = written.text.slice(start.length);
  // The empty name is a name in a query: `?=1`.
  if (name === '' && !written.opensQuote(start.length)) {
    throw new MatchError(
      `A name is missing after ${start}`,
      { start: written.place(0), end: written.place(written.length) },
      { isUnfinished: true },
    );
  }
  return name;
}

/**
 * Reads the name of one field alone, as it stands before an operator or behind `has:`: `header.webhook-id`,
 * `json.items[0]`.
 * @throws {MatchError} if it names no field
 */
export function parseFieldName(text: string): MatchField {
  const terms = splitTerms(text, (error) => {
    throw error;
  });
  const [term] = terms;
  const isOne = terms.length === 1 && term?.isNegated === false && !term.beginsQuoted;
  const field = isOne ? parseField(term.written) : undefined;
  if (field !== undefined) return field;
  throw new MatchError(`${clipped(text)} is not a field`, { start: 0, end: text.length });
}

/**
 * Reads a path such as `json.data.items[0]["a.b"]`.
 * @param written the path with its `json` before it
 * @throws {MatchError} if it is no path
 */
function parseJsonPath(written: WrittenText): JsonPath {
  const path: string[] = [];
  let at = 'json'.length;
  while (at < written.length) {
    const step = written.sign(at) === '[' ? bracketStep(written, at) : nameStep(written, at);
    path.push(step.name);
    at = step.end;
  }
  if (path.length === 0) throw noPath(written, 0);
  return path;
}

/** A step of a path, and the index behind it. */
interface Step {
  name: string;
  end: number;
}

function nameStep(written: WrittenText, at: number): Step {
  if (written.sign(at) !== '.') throw noPath(written, at);
  const start = at + 1;
  let end = start;
  while (end < written.length && !['.', '[', ']'].includes(written.sign(end))) end += 1;
  if (end === start && !written.opensQuote(start)) throw noPath(written, at);
  return { name: written.text.slice(start, end), end };
}

function bracketStep(written: WrittenText, at: number): Step {
  const start = at + 1;
  let end = start;
  while (end < written.length && written.sign(end) !== ']') end += 1;
  if (end === written.length) {
    throw new MatchError('A bracket [ of the path is not closed', placeOf(written, at), {
      isUnfinished: true,
    });
  }
  const name = written.text.slice(start, end);
  const isIndex = /^(0|[1-9]\d*)$/.test(name);
  const isQuoted = written.opensQuote(start) && allQuoted(written, start, end);
  if (!isIndex && !isQuoted) {
    throw new MatchError(
      'Between the brackets of a path goes an index or a name in quotes: json.items[0], json["a.b"]',
      placeOf(written, at),
    );
  }
  return { name, end: end + 1 };
}

function allQuoted(written: WrittenText, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!written.isQuoted(at)) return false;
  return true;
}

function noPath(written: WrittenText, at: number): MatchError {
  return new MatchError(
    'A path is missing after json: write json.data.id, json.items[0].price or json["a.b"]',
    placeOf(written, at),
  );
}

function placeOf(written: WrittenText, at: number): { start: number; end: number } {
  return { start: written.place(at), end: written.place(written.length) };
}
