import type { SignatureFinding } from '@hookwell/contract';
import { type HeaderList, headerPairs, parseHeaders } from '../sent-request/headers.ts';

/** A header that tells when a request was signed. Its name does not begin with `X-`: such headers are not stored. */
interface SignedTimeHeader {
  scheme: string;
  name: string;
  /** The header without which there is no signature, if the time has one of its own. */
  beside?: string;
  /** The text of the time in the header's value. */
  find: RegExp;
}

const whole = /^\s*(\S{1,40})\s*$/;

const signedTimeHeaders: readonly SignedTimeHeader[] = [
  { scheme: 'stripe', name: 'stripe-signature', find: /(?:^|,)\s*t=(\d{1,15})\s*(?:,|$)/ },
  {
    scheme: 'standard-webhooks',
    name: 'webhook-timestamp',
    beside: 'webhook-signature',
    find: whole,
  },
  { scheme: 'svix', name: 'svix-timestamp', beside: 'svix-signature', find: whole },
  { scheme: 'paddle', name: 'paddle-signature', find: /(?:^|;)\s*ts=(\d{1,15})\s*(?:;|$)/ },
  {
    scheme: 'calendly',
    name: 'calendly-webhook-signature',
    find: /(?:^|,)\s*t=(\d{1,15})\s*(?:,|$)/,
  },
  {
    scheme: 'paypal',
    name: 'paypal-transmission-time',
    beside: 'paypal-transmission-sig',
    find: whole,
  },
  { scheme: 'linear', name: 'linear-timestamp', beside: 'linear-signature', find: whole },
];

const names = new RegExp(signedTimeHeaders.map(({ name }) => name).join('|'), 'i');

/** What headers, as JSON, tell of a signature that nobody verified: the time as `signedTimeIn` has it, as JSON text. */
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
  for (const { scheme, name, beside = name, find } of signedTimeHeaders) {
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
