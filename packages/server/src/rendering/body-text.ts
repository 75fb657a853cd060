import { isAscii, isUtf8 } from 'node:buffer';
import { type ContentType, isXmlType } from './content-type.ts';

const XML_ENCODING = /^<\?xml [^>]{0,100}encoding\s?=\s?["']([A-Za-z][\w.-]*)["']/;

/** A body, or a part of one, as text. */
export interface BodyText {
  text: string;
  /** Whether every byte was text in the charset. */
  valid: boolean;
}

/**
 * The text of a body (already without its content codings): UTF-8 or the declared charset, bytes that
 * are not text as U+FFFD, a byte order mark kept. A charset that nobody knows counts as UTF-8.
 */
export function bodyText(bytes: Uint8Array, type: ContentType): BodyText {
  return textOf(
    bytes,
    charsetOf(bytes, type, () => isUtf8(bytes)),
  );
}

/** The text of bytes that do not end within a character. */
export function textOf(bytes: Uint8Array, charset: string): BodyText {
  if (charset !== 'utf-8') return decode(bytes, charset);
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(body)) return { text: body.toString('latin1'), valid: true };
  return { text: body.toString('utf8'), valid: isUtf8(body) };
}

/** Decodes strictly first: that alone tells whether the bytes were text. */
function decode(body: Uint8Array, charset: string): BodyText {
  try {
    const strict = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
    return { text: strict.decode(body), valid: true };
  } catch {
    const lenient = new TextDecoder(charset, { ignoreBOM: true });
    return { text: lenient.decode(body), valid: false };
  }
}

/** The charset of a body, of which `start` has the first bytes. `isWholeUtf8` looks at all of them. */
export function charsetOf(
  start: Uint8Array,
  type: ContentType,
  isWholeUtf8: () => boolean,
): string {
  const label = type.charset ?? (isXmlType(type) ? charsetOfXml(start, isWholeUtf8) : undefined);
  if (label === undefined) return 'utf-8';
  const charset = canonicalCharset(label);
  // The label "utf-16" leaves the byte order to the mark (RFC 2781, section 4.3).
  const isBigEndian = charset === 'utf-16le' && start[0] === 0xfe && start[1] === 0xff;
  return isBigEndian && label.trim().toLowerCase() === 'utf-16' ? 'utf-16be' : charset;
}

/** How much of a body `charsetOf` looks at. */
export const CHARSET_START = 200;

/** XML without a charset parameter says its charset itself (RFC 7303, section 3.2). */
function charsetOfXml(start: Uint8Array, isWholeUtf8: () => boolean): string | undefined {
  // Many a declaration is older than the text below it: what is UTF-8 is read as UTF-8.
  if (isWholeUtf8()) return undefined;
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const text = Buffer.from(start.subarray(0, CHARSET_START)).toString('latin1');
  return XML_ENCODING.exec(text)?.[1];
}

/** The name of each charset label seen so far; labels come from senders, so few are kept. */
const canonical = new Map<string, string>();
const MAX_KEPT = 200;

function canonicalCharset(label: string): string {
  const known = canonical.get(label);
  if (known !== undefined) return known;
  let charset = 'utf-8';
  try {
    charset = new TextDecoder(label).encoding;
  } catch {
    // Nobody knows this label.
  }
  if (canonical.size >= MAX_KEPT) canonical.clear();
  if (label.length <= 50) canonical.set(label, charset);
  return charset;
}
