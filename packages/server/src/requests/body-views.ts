import { bodyText } from './body-text.ts';
import { contentCodings, decodeBody } from './content-encoding.ts';
import { isJsonType, isXmlType, parseContentType } from './content-type.ts';
import { firstHeader, type SentHeaders } from './headers.ts';
import { isJsonObject } from './json-object.ts';
import { isWellFormedXml } from './xml-document.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** What a reader sees of a body. */
export interface BodyViews {
  raw: string;
  /** The sender's own text of a JSON object: digits, repeated names and their order intact. */
  json?: string;
  /** The text of a well-formed XML document. */
  xml?: string;
}

/**
 * Reads a body, its content codings undone up to `maxBytes`. Bytes that are no text in their charset
 * give neither `json` nor `xml`: what was sent could not be shown there as it was.
 */
export function bodyViews(body: Uint8Array, headers: SentHeaders, maxBytes: number): BodyViews {
  const type = parseContentType(firstHeader(headers, 'content-type'));
  const bytes = decodeBody(body, contentCodings(headers), maxBytes);
  const decoded = bodyText(bytes, type);
  const raw = decoded.text;
  if (!decoded.valid || raw === '') return { raw };
  if (isJsonType(type)) {
    const json = withoutMark(raw);
    return isJsonObject(json) ? { raw, json: json.trim() } : { raw };
  }
  if (isXmlType(type)) {
    const document = withoutMark(raw);
    return isWellFormedXml(document) ? { raw, xml: document } : { raw };
  }
  return { raw };
}

/** The text of a body alone, its content codings undone up to `maxBytes`. */
export function rawText(body: Uint8Array, headers: SentHeaders, maxBytes: number): string {
  const type = parseContentType(firstHeader(headers, 'content-type'));
  return bodyText(decodeBody(body, contentCodings(headers), maxBytes), type).text;
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
