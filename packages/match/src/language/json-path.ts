import type { JsonPath } from './match.ts';
import { MatchError } from './match-error.ts';
import type { WrittenText } from './written-text.ts';

/**
 * Reads a path such as `json.data.items[0]["a.b"]`.
 * @param written the path with its `json` before it
 * @throws {MatchError} if it is no path
 */
export function parseJsonPath(written: WrittenText): JsonPath {
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

/** Writes a path as the language has it: `json.data.items[0]["a.b"]`. */
export function printJsonPath(path: JsonPath): string {
  return `json${path.map(printStep).join('')}`;
}

function printStep(step: string): string {
  if (/^(0|[1-9]\d*)$/.test(step)) return `[${step}]`;
  if (/^[\p{L}\p{N}_$@-]+$/u.test(step)) return `.${step}`;
  return `["${step.replace(/["'\\]/g, '\\$&')}"]`;
}
