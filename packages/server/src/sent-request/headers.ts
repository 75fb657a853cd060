import { objectText } from './object-text.ts';

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
