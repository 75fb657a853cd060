import { type ContentType, isXmlType } from './content-type.ts';

/** A body, or a part of one, as text. */
export interface BodyText {
  text: string;
  /** Whether every byte was text in the charset. */
  isValid: boolean;
  charset: string;
}

/**
 * The text of a body without its content codings: UTF-8 or the declared charset, bytes that are not text as
 * U+FFFD, a byte order mark kept. With `isCut` the last character may lack some of its bytes.
 */
export function bodyText(bytes: Uint8Array, type: ContentType, isCut = false): BodyText {
  const isWholeUtf8 = () => decodeText(bytes, 'utf-8', isCut).isValid;
  return decodeText(bytes, charsetOf(bytes, type, isWholeUtf8), isCut);
}

/**
 * Bytes as text in a charset that `charsetOf` gave. They are decoded strictly first: that alone tells whether they
 * are text.
 */
export function decodeText(bytes: Uint8Array, charset: string, isCut = false): BodyText {
  try {
    const decoder = isCut || charset !== 'utf-8' ? strictDecoder(charset) : wholeUtf8;
    return { text: decoder.decode(bytes, { stream: isCut }), isValid: true, charset };
  } catch {
    const lenient =
      charset === 'utf-8' ? lenientUtf8 : new TextDecoder(charset, { ignoreBOM: true });
    return { text: lenient.decode(bytes), isValid: false, charset };
  }
}

function strictDecoder(charset: string): TextDecoder {
  return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
}

/** Shared, because making a decoder takes longer than decoding a small body. */
const wholeUtf8 = strictDecoder('utf-8');
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The charset of a body that begins with `start` (200 bytes, if it has so many), by the name that `TextDecoder`
 * gives it. `isWholeUtf8` tells whether the whole body is UTF-8, for which platforms have ways of their own. A
 * charset that is not known counts as UTF-8.
 */
export function charsetOf(
  start: Uint8Array,
  type: ContentType,
  isWholeUtf8: () => boolean,
): string {
  const declared = type.parameters.get('charset');
  const label = declared ?? (isXmlType(type) ? charsetOfXml(start, isWholeUtf8) : undefined);
  if (label === undefined) return 'utf-8';
  const charset = canonicalCharset(label);
  // The label "utf-16" leaves the byte order to the mark (RFC 2781, section 4.3).
  const isBigEndian = charset === 'utf-16le' && start[0] === 0xfe && start[1] === 0xff;
  return isBigEndian && label.trim().toLowerCase() === 'utf-16' ? 'utf-16be' : charset;
}

const xmlStartBytes = 200;
const xmlEncoding = /^<\?xml [^>]{0,100}encoding\s?=\s?["']([A-Za-z][\w.-]*)["']/;

/** XML without a charset parameter says its charset itself (RFC 7303, section 3.2). */
function charsetOfXml(start: Uint8Array, isWholeUtf8: () => boolean): string | undefined {
  // Many a declaration is older than the text below it: a body that is UTF-8 is read as UTF-8.
  if (isWholeUtf8()) return undefined;
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const text = String.fromCharCode(...start.subarray(0, xmlStartBytes));
  return xmlEncoding.exec(text)?.[1];
}

/** The name of each charset label seen so far; labels come from senders, so few are kept. */
const canonicalCharsets = new Map<string, string>();
const mostRememberedLabels = 200;
const longestRememberedCharacters = 50;

function canonicalCharset(label: string): string {
  const known = canonicalCharsets.get(label);
  if (known !== undefined) return known;
  let charset = 'utf-8';
  try {
    charset = new TextDecoder(label).encoding;
  } catch {
    // The platform does not know this label.
  }
  if (canonicalCharsets.size >= mostRememberedLabels) canonicalCharsets.clear();
  if (label.length <= longestRememberedCharacters) canonicalCharsets.set(label, charset);
  return charset;
}

/** The formats that bodies are compressed in. */
export type CodingFormat = 'gzip' | 'zlib' | 'deflate' | 'brotli' | 'zstd';

const formats: ReadonlyMap<string, readonly CodingFormat[]> = new Map([
  ['gzip', ['gzip']],
  ['x-gzip', ['gzip']],
  // It means the zlib format (RFC 9110, section 8.4.1.2), but some senders leave its frame out.
  ['deflate', ['zlib', 'deflate']],
  ['br', ['brotli']],
  ['zstd', ['zstd']],
]);

/** The formats that a coding may stand for, the likeliest first; none for a coding that is not known. */
export function formatsOf(coding: string): readonly CodingFormat[] {
  return formats.get(coding) ?? [];
}

/**
 * The codings of a body in the order in which they were applied (RFC 9110, section 8.4), without `identity`.
 * @param values of the Content-Encoding headers: a header that was sent twice is a list as well
 */
export function codingsIn(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}
