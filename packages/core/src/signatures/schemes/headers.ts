import type { EventSource } from '../scheme.ts';

/**
 * The value of a header in a list `[name, value, …]`; of a repeated one all values with `, ` between, as libraries see it.
 * @param name in lower case
 */
export function findHeader(headers: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    const other = headers[index] ?? '';
    if (other.length !== name.length || other.toLowerCase() !== name) continue;
    const value = headers[index + 1] ?? '';
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** The same for several names, in one pass. */
export function findHeaders(
  headers: readonly string[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase() ?? '';
    if (!names.has(name)) continue;
    const value = headers[index + 1] ?? '';
    const before = found.get(name);
    found.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return found;
}

/** The text at a place, if that is a header that is there and not empty: of a repeated one the first. */
export function textAt(
  place: EventSource | undefined,
  headers: readonly string[],
): string | undefined {
  if (place === undefined || !('header' in place)) return undefined;
  for (let index = 0; index < headers.length; index += 2)
    if (headers[index]?.toLowerCase() === place.header) return headers[index + 1] || undefined;
  return undefined;
}

/** The names of all headers, in lower case, each once. */
export function headerNames(headers: readonly string[]): Set<string> {
  return new Set(headers.flatMap((name, at) => (at % 2 === 0 ? [name.toLowerCase()] : [])));
}

/** A longer name is no sender's, and would fill a sentence. */
const mostNameCharacters = 60;

/** The name of a header for a sentence. */
export function shownName(name: string): string {
  return name.length > mostNameCharacters ? `${name.slice(0, mostNameCharacters)}…` : name;
}
