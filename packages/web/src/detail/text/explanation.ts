import { indentedJson } from '@hookwell/core/json/json-text';
import { formatMoment } from '../../ui/moment.ts';

/** What a value means that nobody can read. */
export interface Explanation {
  /** One line: `JSON Web Token, expired 2 days ago`. */
  title: string;
  /** Parts of the value, decoded. Their texts are the sender's. */
  parts: readonly { name: string; text: string }[];
  /** What the explanation does not know. */
  note: string;
}

/** Longer tokens are not decoded. */
export const longestToken = 16 * 1024;

/**
 * Explains a JSON Web Token (RFC 7519), also behind `Bearer`, and a number that can be a time.
 * @param text a value as it is meant, without quotes
 * @param now in milliseconds since 1970
 */
export function explanationOf(text: string, now: number): Explanation | undefined {
  if (/^[1-9]\d{9}(?:\d{3}|\.\d{1,9})?$/.test(text)) return ofTime(text, now);
  if (text.length > longestToken || !/^(?:Bearer +)?ey/i.test(text)) return undefined;
  return ofToken(text.replace(/^Bearer +/i, ''), now);
}

const latestTime = Date.UTC(2100);

function ofTime(text: string, now: number): Explanation | undefined {
  const isSeconds = text.length !== 13 || text.includes('.');
  const at = Math.floor(Number(text) * (isSeconds ? 1000 : 1));
  if (at >= latestTime) return undefined;
  return {
    title: `${formatMoment(at)}, ${relativeWords(at - now)}`,
    parts: [],
    note: `If this is a time, in ${isSeconds ? 'seconds' : 'milliseconds'} since 1970.`,
  };
}

function ofToken(token: string, now: number): Explanation | undefined {
  const pieces = token.split('.');
  const [header, claims] = pieces.slice(0, 2).map(decodedObject);
  if (pieces.length !== 3 || header === undefined || claims === undefined) return undefined;
  if (typeof header.value.alg !== 'string') return undefined;
  return {
    title: `JSON Web Token, ${expiryWords(claims.value.exp, now)}`,
    parts: [
      { name: 'Header', text: header.text },
      { name: 'Claims', text: claims.text },
    ],
    note: 'Only decoded. Nobody has checked its signature here.',
  };
}

function expiryWords(exp: unknown, now: number): string {
  if (typeof exp !== 'number' || Math.abs(exp) > latestTime / 1000)
    return 'without a time of expiry';
  const left = exp * 1000 - now;
  return `${left > 0 ? 'expires' : 'expired'} ${relativeWords(left)}`;
}

/** The object in a part of a token (base64url, RFC 4648), and its text with each digit as it was sent. */
function decodedObject(part: string) {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const sent = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!/^\s*\{/.test(sent)) return undefined;
    // It is an object, whose members are not known.
    const value = JSON.parse(sent) as Record<string, unknown>;
    return { value, text: indentedJson(sent) };
  } catch {
    return undefined;
  }
}

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A difference to now: `in 3 hours`, `2 days ago`. */
function relativeWords(ms: number): string {
  const [unit, unitMs] = units.find(([, least]) => Math.abs(ms) >= least) ?? ['second', 1000];
  return words.format(Math.trunc(ms / unitMs), unit);
}
