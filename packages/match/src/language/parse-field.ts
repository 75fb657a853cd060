import { parseJsonPath } from './json-path.ts';
import { type MatchField, type PlainFieldName, plainFieldNames } from './match.ts';
import { MatchError } from './match-error.ts';
import type { WrittenText } from './written-text.ts';

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
