import { bodyText } from './body-text.ts';
import { type ContentType, isJsonType, isXmlType, parseContentType } from './content-type.ts';
import { firstHeader, type SentHeaders } from './headers.ts';
import { JsonScanner } from './json-scanner.ts';
import { XmlScanner } from './xml/scanner.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** What a reader sees of a body. */
export interface BodyViews {
  raw: string;
  /** The sender's own text of a JSON object: digits, repeated names and their order intact. */
  json?: string;
  /** The text of a well-formed XML document. */
  xml?: string;
}

/** The type of a body as it was sent. */
export function contentTypeOf(headers: SentHeaders): ContentType {
  return parseContentType(firstHeader(headers, 'content-type'));
}

/**
 * Reads a small body without content codings. Bytes that are no text in their charset give neither `json` nor
 * `xml`: what was sent could not be shown there as it was. (`capture-document.ts` reads all others, to the same.)
 */
export function bodyViews(body: Uint8Array, headers: SentHeaders): BodyViews {
  const type = contentTypeOf(headers);
  const { text: raw, valid } = bodyText(body, type);
  if (!valid || raw === '') return { raw };
  if (isJsonType(type)) {
    const json = withoutMark(raw);
    const scanner = new JsonScanner();
    scanner.feed(Buffer.from(json));
    return scanner.isObject ? { raw, json: json.trim() } : { raw };
  }
  if (isXmlType(type)) {
    const xml = withoutMark(raw);
    const scanner = new XmlScanner();
    scanner.feed(Buffer.from(xml));
    return scanner.isDocument ? { raw, xml } : { raw };
  }
  return { raw };
}

/** The text of a small body alone. */
export function rawText(body: Uint8Array, headers: SentHeaders): string {
  return bodyText(body, contentTypeOf(headers)).text;
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
