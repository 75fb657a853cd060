import { queryPairs, textOfBytes } from '@hookwell/core/match';

/** Headers as sent: `[name, value, name, value, …]`, in the case and order of the sender. */
export type HeaderList = readonly string[];

/** Reads the stored JSON text of a capture's headers. */
export function parseHeaders(stored: string): HeaderList {
  // `receive/` writes this text from an array of strings.
  return JSON.parse(stored) as string[];
}

/** The headers as `[[name, value], …]`: names, order and repeats as sent. */
export function headerPairs(headers: HeaderList): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) {
    pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  }
  return pairs;
}

/**
 * The headers as the JSON text of an object, string to string: names in lower case, repeated ones
 * joined with `, ` (RFC 9110, section 5.3).
 */
export function headersText(headers: HeaderList): string {
  const joined = new Map<string, string>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = (headers[at] ?? '').toLowerCase();
    const value = headers[at + 1] ?? '';
    const earlier = joined.get(name);
    joined.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return objectText(joined);
}

/** The values of all headers of this name (given in lower case), in their order. */
export function headerValues(headers: HeaderList, wanted: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === wanted) values.push(headers[at + 1] ?? '');
  }
  return values;
}

/** The value of the first header of this name (given in lower case), if it was sent. */
export function firstHeader(headers: HeaderList, wanted: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at];
    if (name?.length === wanted.length && name.toLowerCase() === wanted) return headers[at + 1];
  }
  return undefined;
}

/** A kept X- header. */
export interface KeptHeader {
  /** So many of the headers that are stored with the capture came before it. */
  place: number;
  name: string;
  value: string;
}

/** Writes the JSON text `[place, name, value, place, name, value, …]`, in the order in which the headers came. */
export function keptHeadersText(kept: readonly KeptHeader[]): string {
  return JSON.stringify(kept.flatMap(({ place, name, value }) => [place, name, value]));
}

/** The stored headers with those in their places that are kept apart. */
export function withKeptHeaders(headers: HeaderList, kept: string | undefined): HeaderList {
  if (kept === undefined) return headers;
  // `keptHeadersText` wrote this.
  const texts = JSON.parse(kept) as (number | string)[];
  const all: string[] = [];
  let taken = 0;
  for (let at = 0; at < texts.length; at += 3) {
    const upTo = Number(texts[at]) * 2;
    for (; taken < upTo; taken++) all.push(headers[taken] ?? '');
    all.push(String(texts[at + 1]), String(texts[at + 2]));
  }
  for (; taken < headers.length; taken++) all.push(headers[taken] ?? '');
  return all;
}

/** The same as the JSON text of a list, for searches. */
export function searchedHeaders(headers: string, kept: string | undefined): string {
  if (kept === undefined) return headers;
  return JSON.stringify(withKeptHeaders(parseHeaders(headers), kept));
}

/**
 * The JSON text of an object, string to string, in the map's order. Written by hand because an object
 * would treat the name `__proto__` as its own and would reorder names that look like numbers.
 */
function objectText(entries: ReadonlyMap<string, string>): string {
  let text = '';
  for (const name of entries.keys()) {
    text += `${text === '' ? '{' : ','}${nameText(name)}${stringText(entries.get(name) ?? '')}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Names return all the time, so their text is made once. Bounded: long or many ones are not kept. */
const names = new Map<string, string>();
const mostKept = 1000;
const longestKeptCharacters = 50;

/** A name and its colon. */
function nameText(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  if (name.length <= longestKeptCharacters) {
    if (names.size >= mostKept) names.clear();
    names.set(name, text);
  }
  return text;
}

/** Characters that stand in a JSON string as they are. */
const plain = /^[ !#-[\]-~]*$/;

function stringText(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

/**
 * The parts of a request target (RFC 9112, section 3.2). It is `/wh/{token}/any/path?query` (origin
 * form) or the same behind `http://host` (absolute form). Each of its characters stands for one byte, as in the parts
 * but the query. Nothing here is percent-decoded.
 */

const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]*/;

/** Path and query as sent: the target without the scheme and host of an absolute form. */
export function pathAndQueryOf(target: string): string {
  if (target.startsWith('/')) return target;
  const origin = absoluteForm.exec(target);
  return origin === null ? target : target.slice(origin[0].length);
}

const belowToken = /^\/wh\/[^/?#]*(\/[^?]*)/;

/** The path behind `/wh/{token}`, if there is one. It begins with `/`. */
export function subPathOf(target: string): string | undefined {
  return belowToken.exec(pathAndQueryOf(target))?.[1];
}

/** What stands behind the first `?`, as text: bytes that are no UTF-8 stay as they are. Empty if there is none. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : textOfBytes(target.slice(mark + 1));
}

/**
 * The query of a target as the JSON text of an object, string to string. Names and values are percent-
 * and plus-decoded, of a repeated name the last value counts, and a name without `=` has an empty value.
 */
export function queryParamsText(target: string): string {
  const query = queryOf(target);
  return query === '' ? '{}' : objectText(new Map(queryPairs(query)));
}
