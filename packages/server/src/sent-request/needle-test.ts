import type { BodyNeedle } from '@hookwell/match';
import type { StoredRequest } from './searched-request.ts';

/** The parts of a stored request in which needles are looked for. */
export type NeedleParts = Pick<StoredRequest, 'method' | 'target' | 'headers' | 'ipAddress'>;

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
  if (place === 'body') return { inBody: folded, mayBeEscaped };
  const runs = folded.split(escapedInJson);
  const inHead = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return { inBody: folded, mayBeEscaped, inHead };
}

/**
 * Whether a stored request may have all needles, judged by its raw texts: false only if one is missing for certain.
 * @param readUtf8Text gives the bytes of the body, decoded as UTF-8 whatever their charset; bytes of ASCII must be kept
 */
export function mayHaveNeedles(
  needles: readonly StoredNeedle[],
  stored: NeedleParts,
  readUtf8Text: () => string,
): boolean {
  if (needles.length === 0) return true;
  const utf8Text = readUtf8Text();
  const body = utf8Text.toLowerCase();
  let head: string | undefined;
  for (const { inBody, inHead, mayBeEscaped } of needles) {
    if (body.includes(inBody) || (mayBeEscaped && body.includes('\\u'))) continue;
    head ??= stored.headers.toLowerCase();
    if (inHead !== undefined && mayBeInHead(inBody, inHead, stored, head)) continue;
    if (!mayHideText(head, utf8Text)) return false;
  }
  return true;
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
function mayHideText(lowerHeaders: string, utf8Text: string): boolean {
  return (
    lowerHeaders.includes('content-encoding') ||
    mayDeclareCharset(lowerHeaders) ||
    (lowerHeaders.includes('xml') && utf8Text.includes('\ufffd'))
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
