/** The parameters of a query as sent, without its `?`: decoded, in their order, with every repeat. */
export function queryPairs(query: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < query.length; ) {
    const ampersand = query.indexOf('&', at);
    const end = ampersand === -1 ? query.length : ampersand;
    if (end > at) pairs.push(pairOf(query.slice(at, end)));
    at = end + 1;
  }
  return pairs;
}

function pairOf(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=');
  if (equals === -1) return [decodeQuery(pair), ''];
  return [decodeQuery(pair.slice(0, equals)), decodeQuery(pair.slice(equals + 1))];
}

/** The text plus- and percent-decoded. Sequences that are not UTF-8 stay as they are. */
export function decodeQuery(text: string): string {
  return decodePercent(text.includes('+') ? text.replace(/\+/g, ' ') : text);
}

/** The text percent-decoded. Sequences that are not UTF-8 stay as they are. */
export function decodePercent(text: string): string {
  return text.includes('%') ? text.replace(characters, decodeURIComponent) : text;
}

/**
 * Runs of characters whose bytes in UTF-8 (RFC 3629, section 4) are percent-encoded, none of them in more bytes than it
 * needs, and no surrogate: `decodeURIComponent` decodes all of them. Runs are cut, so that they need little memory.
 */
const characters = new RegExp(
  `(?:${[
    '%[0-7]H',
    '%C[2-9A-F]T',
    '%DHT',
    '%E0%[AB]HT',
    '%E[1-9ABCEF]TT',
    '%ED%[89]HT',
    '%F0%[9AB]HTT',
    '%F[123]TTT',
    '%F4%8HTT',
  ]
    .join('|')
    .replaceAll('T', '%[89AB]H')
    .replaceAll('H', '[0-9A-F]')}){1,1000}`,
  'gi',
);

/**
 * The readable text of a target, or of a header's value, in which each character stands for one byte (latin1): what is
 * UTF-8 (RFC 3629, section 4) is read as such, and all other bytes stay as they are. So does a text with other characters.
 */
export function textOfBytes(bytes: string): string {
  if (!/[^\0-\x7f]/.test(bytes) || /[^\0-\xff]/.test(bytes)) return bytes;
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.charCodeAt(at);
    const size = sizeBy(first);
    const point = size === 1 ? undefined : pointAt(bytes, at, size);
    if (point !== undefined && point > 0xffff) {
      units[length++] = 0xd7c0 + (point >> 10);
      units[length++] = 0xdc00 | (point & 0x3ff);
    } else units[length++] = point ?? first;
    at += point === undefined ? 1 : size;
  }
  return textOfUnits(units.subarray(0, length));
}

/** The bytes of a character that begins so; 1 of what begins none. */
function sizeBy(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** The least code point that needs so many bytes. */
const leastOf = [0, 0, 0x80, 0x800, 0x10000];

/** The character of so many bytes; `undefined` if they are none. */
function pointAt(bytes: string, at: number, size: number): number | undefined {
  let point = bytes.charCodeAt(at) & (0x7f >> size);
  for (let next = at + 1; next < at + size; next++) {
    const code = bytes.charCodeAt(next);
    // Behind the end it is no number.
    if (!(code >= 0x80 && code <= 0xbf)) return undefined;
    point = (point << 6) | (code & 0x3f);
  }
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point < (leastOf[size] ?? 0) || point > 0x10ffff || isSurrogate ? undefined : point;
}

/** Functions take so many arguments. */
const unitsAtOnce = 8192;

/** The text of these units of UTF-16. */
export function textOfUnits(units: Uint16Array): string {
  let text = '';
  for (let from = 0; from < units.length; from += unitsAtOnce) {
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(from, from + unitsAtOnce));
  }
  return text;
}
