import { isApplicationJson, isXmlType } from '@hookwell/bodies/content-type';
import { bodyText, contentTypeOf } from '../../sent-request/body.ts';
import type { HeaderList } from '../../sent-request/head.ts';
import { XmlScanner } from './xml-scanner.ts';

const byteOrderMark = '\uFEFF';

/** The body of a captured request as readers see it. */
export interface BodyFields {
  raw: string;
  /** The sender's own text of a JSON object: digits, repeated names and their order intact. */
  json?: string;
  /** The text of a well-formed XML document. */
  xml?: string;
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
    return isJsonObject(json) ? { raw, json: json.trim() } : { raw };
  }
  if (isXmlType(type)) {
    const xml = withoutMark(raw);
    const scanner = new XmlScanner();
    scanner.feed(Buffer.from(xml));
    return scanner.end() ? { raw, xml } : { raw };
  }
  return { raw };
}

const objectStart = /^[ \t\n\r]*\{/;

/** As `JsonScanner` tells, in two thirds of its time (1.1 of 1.7 µs, 4.2 of 6.6): the engine's parser makes the values as well. */
function isJsonObject(text: string): boolean {
  if (!objectStart.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}
