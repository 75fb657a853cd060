import { isUtf8 } from 'node:buffer';
import type { BodyNeedle } from '@hookwell/core/match';
import type { StoredRequest } from './searched-request.ts';

/** The parts of a stored request in which needles are looked for. */
export type NeedleParts = Pick<
  StoredRequest,
  'method' | 'target' | 'headers' | 'ipAddress' | 'bodySize'
>;

/**
 * Longer needles are cut. In the worst case engines and databases look for them in time that grows with the product of both
 * lengths: 4,000 characters in 1 MiB took a second, 32 take half a millisecond.
 */
const longestNeedleCharacters = 32;

/** The body of a stored request, read only as far as it decides. */
export interface StoredBody {
  /** Its bytes decoded as UTF-8, whatever their charset. */
  utf8Text(): string;
  bytes(): Uint8Array;
}

/** Stores have the text of a body up to this size at hand. */
export const shortBodyBytes = 8 * 1024;

/** A needle with the forms in which it stands in stored texts. */
export interface StoredNeedle {
  /** Lower case, ASCII alone. */
  inBody: string;
  mayBeEscaped: boolean;
  /** The longest part that JSON text of headers shows as it is, maybe empty; absent if the body alone has the needle. */
  inHead?: string;
}

/** A quote, a backslash and control characters are escaped in JSON. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for.
const escapedInJson = /["\\\0-\x1f]+/;

export function storedNeedle({ folded, place, mayBeEscaped }: BodyNeedle): StoredNeedle {
  const inBody = folded.slice(0, longestNeedleCharacters);
  if (place === 'body') return { inBody, mayBeEscaped };
  const runs = folded.split(escapedInJson);
  const inHead = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return { inBody, mayBeEscaped, inHead: inHead.slice(0, longestNeedleCharacters) };
}

/**
 * Whether a stored request may have all needles, judged by its raw texts: false only if one is missing for certain.
 */
export function mayHaveNeedles(
  needles: readonly StoredNeedle[],
  stored: NeedleParts,
  storedBody: StoredBody,
): boolean {
  if (needles.length === 0) return true;
  const text = asciiText(stored, storedBody);
  const body = text.toLowerCase();
  let head: string | undefined;
  for (const { inBody, inHead, mayBeEscaped } of needles) {
    if (body.includes(inBody) || (mayBeEscaped && body.includes('\\u'))) continue;
    head ??= stored.headers.toLowerCase();
    if (inHead !== undefined && mayBeInHead(inBody, inHead, stored, head)) continue;
    if (!mayHideText(head, () => isText(stored, storedBody))) return false;
  }
  return true;
}

/**
 * A text in which the bytes of ASCII are what they are, and no others look so. Bytes as Latin-1 take a hundredth of the time
 * of the worst UTF-8: 1 MiB of bytes that are no text took 60 ms to be made lower case.
 */
function asciiText({ bodySize }: NeedleParts, body: StoredBody): string {
  if (bodySize <= shortBodyBytes) return body.utf8Text();
  const { buffer, byteOffset, byteLength } = body.bytes();
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

function isText({ bodySize }: NeedleParts, body: StoredBody): boolean {
  return bodySize <= shortBodyBytes ? !body.utf8Text().includes('\ufffd') : isUtf8(body.bytes());
}

function mayBeInHead(
  needle: string,
  inHeaders: string,
  { method, target, ipAddress }: NeedleParts,
  lowerHeaders: string,
): boolean {
  return (
    lowerHeaders.includes(inHeaders) ||
    // The decoded query and path may show more than they were sent with.
    target.includes('%') ||
    target.includes('+') ||
    target.toLowerCase().includes(needle) ||
    ipAddress.includes(needle) ||
    method.toLowerCase().includes(needle)
  );
}

/**
 * Whether bytes of ASCII may not mean ASCII in a body: it is compressed, declares another charset than UTF-8, or is XML
 * that may say its charset itself, which counts only if its bytes are not UTF-8.
 */
function mayHideText(lowerHeaders: string, isUtf8Text: () => boolean): boolean {
  return (
    lowerHeaders.includes('content-encoding') ||
    mayDeclareCharset(lowerHeaders) ||
    (lowerHeaders.includes('xml') && !isUtf8Text())
  );
}

const utf8Parameter = 'charset=utf-8';

/** Whether a charset other than UTF-8 may be declared. Names of parameters cannot be written in another way. */
function mayDeclareCharset(lowerHeaders: string): boolean {
  const at = lowerHeaders.indexOf('charset');
  if (at === -1) return false;
  const isUtf8 = lowerHeaders.startsWith(utf8Parameter, at);
  return !isUtf8 || lowerHeaders.includes('charset', at + utf8Parameter.length);
}
