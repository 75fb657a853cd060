import { isUtf8 } from 'node:buffer';
import { type BodyText, charsetOf } from '@hookwell/bodies/body-text';
import {
  type ContentType,
  isApplicationJson,
  isXmlType,
  strictContentType,
} from '@hookwell/bodies/content-type';
import { decodeText } from './decode-text.ts';
import { firstHeader, type HeaderList } from './headers.ts';
import { JsonScanner } from './json-scanner.ts';
import { XmlScanner } from './xml/scanner.ts';

const byteOrderMark = '\uFEFF';

/** The body of a captured request as readers see it. */
export interface BodyFields {
  raw: string;
  /** The sender's own text of a JSON object: digits, repeated names and their order intact. */
  json?: string;
  /** The text of a well-formed XML document. */
  xml?: string;
}

/** The type of a body as it was sent. */
export function contentTypeOf(headers: HeaderList): ContentType {
  return strictContentType(firstHeader(headers, 'content-type'));
}

/**
 * Reads a small body without content codings. Bytes that are not text in their charset give neither `json` nor
 * `xml`: these could not show what was sent. (`capture-document.ts` reads all other bodies, with the same result.)
 */
export function bodyFields(body: Uint8Array, headers: HeaderList): BodyFields {
  const type = contentTypeOf(headers);
  const { text: raw, isValid } = bodyText(body, type);
  if (!isValid || raw === '') return { raw };
  if (isApplicationJson(type)) {
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
export function rawText(body: Uint8Array, headers: HeaderList): string {
  return bodyText(body, contentTypeOf(headers)).text;
}

function bodyText(body: Uint8Array, type: ContentType): BodyText {
  return decodeText(
    body,
    charsetOf(body, type, () => isUtf8(body)),
  );
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}
