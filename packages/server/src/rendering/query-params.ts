import { objectText } from './object-text.ts';
import { queryOf } from './target.ts';

/**
 * The query of a target as the JSON text of an object, string to string. Names and values are percent-
 * and plus-decoded, of a repeated name the last value counts, and a name without `=` has an empty value.
 */
export function queryParamsText(target: string): string {
  const query = queryOf(target);
  if (query === '') return '{}';
  const params = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    if (equals === -1) params.set(decodeQueryText(pair), '');
    else
      params.set(decodeQueryText(pair.slice(0, equals)), decodeQueryText(pair.slice(equals + 1)));
  }
  return objectText(params);
}

const percentRun = /(?:%[0-9A-Fa-f]{2})+/g;

/** Decodes `+` and every percent sequence that is valid UTF-8; all else stays exactly as it is. */
export function decodeQueryText(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? spaced.replace(percentRun, decodeRun) : spaced;
}

/** Decodes a run such as `%C3%A9%FF`: its valid characters become text, other bytes stay `%FF`. */
function decodeRun(run: string): string {
  const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    text += length === 0 ? run.slice(at * 3, at * 3 + 3) : bytes.toString('utf8', at, at + length);
    at += length || 1;
  }
  return text;
}

/**
 * The length of the UTF-8 character at `at` in bytes; 0 if it is not valid (Unicode standard, table 3-7: neither
 * overlong forms nor surrogates nor anything past U+10FFFF).
 */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return isContinuation(second) ? 2 : 0;
  if (first < 0xe0 || first > 0xf4) return 0;
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest || !isContinuation(bytes[at + 2] ?? 0)) return 0;
  if (first <= 0xef) return 3;
  return isContinuation(bytes[at + 3] ?? 0) ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
