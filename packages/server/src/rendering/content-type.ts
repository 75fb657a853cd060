import { MIMEType } from 'node:util';

/** A Content-Type header, read: the media type in lower case without parameters, and the charset. */
export interface ContentType {
  mediaType: string;
  charset: string | undefined;
}

const NONE: ContentType = { mediaType: '', charset: undefined };

/** Senders use few different texts, so each is parsed once. Bounded: long or many ones are not kept. */
const parsed = new Map<string, ContentType>();
const MAX_KEPT = 500;
const MAX_KEPT_LENGTH = 200;

/** Reads a Content-Type header; one that is missing or malformed has no media type. */
export function parseContentType(header: string | undefined): ContentType {
  if (header === undefined) return NONE;
  const known = parsed.get(header);
  if (known !== undefined) return known;
  const contentType = read(header);
  if (header.length <= MAX_KEPT_LENGTH) {
    if (parsed.size >= MAX_KEPT) parsed.clear();
    parsed.set(header, contentType);
  }
  return contentType;
}

function read(header: string): ContentType {
  try {
    const type = new MIMEType(header);
    return { mediaType: type.essence, charset: type.params.get('charset') ?? undefined };
  } catch {
    return NONE;
  }
}

export function isJsonType(type: ContentType): boolean {
  return type.mediaType === 'application/json';
}

/** XML's media types: the two of its own and every `+xml` (RFC 7303, sections 4 and 9). */
export function isXmlType({ mediaType }: ContentType): boolean {
  return mediaType === 'application/xml' || mediaType === 'text/xml' || mediaType.endsWith('+xml');
}
