import { type ContentType, isXmlType } from './content-type.ts';

/** Bytes as text. */
export interface BodyText {
  text: string;
  /** Whether every byte was text in the charset. */
  isValid: boolean;
  charset: string;
}

/**
 * The text of a body without its content codings, as the service reads it: UTF-8 or the declared
 * charset, a byte order mark kept, bytes that are not text as U+FFFD. With `isCut` the last character
 * may be missing some of its bytes.
 */
export function bodyText(bytes: Uint8Array, type: ContentType, isCut = false): BodyText {
  const charset = charsetOf(bytes, type);
  try {
    const strict = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
    return { text: strict.decode(bytes, { stream: isCut }), isValid: true, charset };
  } catch {
    const lenient = new TextDecoder(charset, { ignoreBOM: true });
    return { text: lenient.decode(bytes), isValid: false, charset };
  }
}

function charsetOf(bytes: Uint8Array, type: ContentType): string {
  const label = type.parameters.get('charset') ?? (isXmlType(type) ? xmlCharset(bytes) : undefined);
  const charset = canonicalCharset(label ?? 'utf-8');
  // The label "utf-16" leaves the byte order to the mark (RFC 2781, section 4.3).
  const isBigEndian = charset === 'utf-16le' && bytes[0] === 0xfe && bytes[1] === 0xff;
  return isBigEndian && label?.trim().toLowerCase() === 'utf-16' ? 'utf-16be' : charset;
}

/** XML without a charset parameter says its charset itself (RFC 7303, section 3.2). */
function xmlCharset(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (isText(bytes)) return undefined;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^<\?xml [^>]{0,100}encoding\s?=\s?["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1];
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function canonicalCharset(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}
