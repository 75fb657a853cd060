import { isAscii, isUtf8 } from 'node:buffer';
import { type ContentType, isXmlType } from './content-type.ts';

const XML_ENCODING = /^<\?xml [^>]{0,100}encoding\s?=\s?["']([A-Za-z][\w.-]*)["']/;

/** A body as text. */
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
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const charset = charsetOf(body, type);
  if (charset !== 'utf-8') return decode(body, charset);
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

function charsetOf(body: Buffer, type: ContentType): string {
  const label = type.charset ?? (isXmlType(type) ? charsetOfXml(body) : undefined);
  if (label === undefined) return 'utf-8';
  const charset = canonicalCharset(label);
  // The label "utf-16" leaves the byte order to the mark (RFC 2781, section 4.3).
  const isBigEndian = charset === 'utf-16le' && body[0] === 0xfe && body[1] === 0xff;
  return isBigEndian && label.trim().toLowerCase() === 'utf-16' ? 'utf-16be' : charset;
}

/** XML without a charset parameter says its charset itself (RFC 7303, section 3.2). */
function charsetOfXml(body: Buffer): string | undefined {
  // Many a declaration is older than the text below it: what is UTF-8 is read as UTF-8.
  if (isUtf8(body)) return undefined;
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return XML_ENCODING.exec(body.toString('latin1', 0, 200))?.[1];
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
