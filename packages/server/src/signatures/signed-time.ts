import type { SignatureFinding } from '@hookwell/core/api';
import { type Scheme, schemes } from '@hookwell/core/signatures';
import { type HeaderList, headerPairs, parseHeaders } from '../sent-request/head.ts';

/** A header that tells when a request was signed. */
interface SignedTimeHeader {
  scheme: string;
  name: string;
  /** The header without which there is no signature. */
  beside: string;
  /** The text of the time in the header's value. */
  find: RegExp;
}

/** Headers that begin with `X-` are not stored. */
const signedTimeHeaders = schemes
  .flatMap(signedTimeHeader)
  .filter(({ name }) => !name.startsWith('x-'));

/** The header of a scheme's first way: further ways are those of other schemes as well. */
function signedTimeHeader({ name: scheme, ways: [way], headers }: Scheme): SignedTimeHeader[] {
  const [beside = ''] = headers;
  if (way === undefined || !('time' in way) || way.time === undefined) return [];
  const name = way.time.header?.toLowerCase() ?? beside;
  if (!('text' in way) || way.text.form !== 'fields')
    return [{ scheme, name, beside, find: /^\s*(\S{1,40})\s*$/ }];
  const { separator, time } = way.text;
  const find = `(?:^|${separator})\\s*${time}=(\\d{1,15})\\s*(?:${separator}|$)`;
  return [{ scheme, name, beside, find: new RegExp(find) }];
}

const names = new RegExp(signedTimeHeaders.map(({ name }) => name).join('|'), 'i');

/** The reason that headers, as JSON, give for a signature that nobody verified: that of `signedTimeIn`, as JSON text. */
export function unverifiedSignature(headers: string): string | undefined {
  // To take them apart takes longer.
  if (!names.test(headers)) return undefined;
  const signature = signedTimeIn(parseHeaders(headers));
  return signature && JSON.stringify(signature);
}

/**
 * When a request was signed, by the headers of well-known signature schemes; `undefined` if none of them says. The
 * signature itself is not verified.
 */
export function signedTimeIn(headers: HeaderList): SignatureFinding | undefined {
  const values = new Map<string, string>();
  for (const [name, value] of headerPairs(headers)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, value);
  }
  for (const { scheme, name, beside, find } of signedTimeHeaders) {
    const [, text] = find.exec(values.get(name) ?? '') ?? [];
    const signedAt = text === undefined ? undefined : timeOf(text);
    if (signedAt === undefined || !values.has(beside)) continue;
    return { scheme, verdict: 'unverifiable', signedAt };
  }
  return undefined;
}

/** Seconds have no more than eleven digits for the next three thousand years. */
const leastMilliseconds = 100_000_000_000;
/** The end of the year 9999: later ones have another form. */
const latestMs = 253_402_300_799_999;

/** The time in seconds or milliseconds since 1970, or in ISO 8601. */
function timeOf(text: string): string | undefined {
  const ms = /^\d{1,15}$/.test(text) ? unixTimeOf(Number(text)) : isoTimeOf(text);
  if (Number.isNaN(ms) || ms < 0 || ms > latestMs) return undefined;
  return new Date(ms).toISOString();
}

function unixTimeOf(number: number): number {
  return number < leastMilliseconds ? number * 1000 : number;
}

function isoTimeOf(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
