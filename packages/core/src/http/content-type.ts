/** A Content-Type header (RFC 9110, section 8.3), or another header of the same form. */
export interface ContentType {
  /** In lower case, without parameters; empty if none was sent. */
  mediaType: string;
  /** By name, in lower case. Of a repeated name the first value counts. */
  parameters: ReadonlyMap<string, string>;
}

/** Reads everything that can be made out of a header, malformed or not. */
export function parseContentType(header = ''): ContentType {
  const [mediaType = ''] = header.split(';', 1);
  const parameters = new Map<string, string>();
  for (const [name, value] of parametersIn(header.slice(mediaType.length + 1), lenientParameter)) {
    const key = name.trim().toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return { mediaType: mediaType.trim().toLowerCase(), parameters };
}

/**
 * Reads a header as the platform's parser of media types does (WHATWG MIME Sniffing, section 4.4): a header that
 * is missing or malformed has no media type and no parameters, and malformed parameters are left out.
 */
export function strictContentType(header: string | undefined): ContentType {
  if (header === undefined) return noContentType;
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const contentType = readStrictly(header);
  if (header.length <= longestRememberedCharacters) {
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(header, contentType);
  }
  return contentType;
}

const noContentType: ContentType = { mediaType: '', parameters: new Map() };

/** Senders use few different headers, so each is parsed once. Bounded: long or many ones are not kept. */
const remembered = new Map<string, ContentType>();
const mostRemembered = 500;
const longestRememberedCharacters = 200;

const wellFormed = /^[\t\n\r ]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[\t\n\r ]*(?:;|$)/;
const token = /^[\w!#$%&'*+.^`|~-]+$/;
const quotable = /^[\t -~\x80-\xff]*$/;

function readStrictly(header: string): ContentType {
  const [start, mediaType] = wellFormed.exec(header) ?? [];
  if (start === undefined || mediaType === undefined) return noContentType;
  const parameters = new Map<string, string>();
  for (const [name, value] of parametersIn(header.slice(start.length), strictParameter)) {
    // A name is checked as it was sent: other letters than those of ASCII may become such in lower case.
    if (!token.test(name) || !quotable.test(value)) continue;
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return { mediaType: mediaType.toLowerCase(), parameters };
}

/**
 * One parameter and the semicolon behind it; empty ones before it are left out. A value begins with its quote, or goes up to the next semicolon. A
 * parameter may follow a quoted value without a semicolon between them, but with any one character.
 */
const strictParameter =
  /[;\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\[\s\S]?)*)"?[\s\S]?|([^;]*);?)|;|$)/y;

/** The same with spaces around the equals sign. */
const lenientParameter =
  /[;\t\n\r ]*([^;=]*)(?:=[\t\n\r ]*(?:"((?:[^"\\]|\\[\s\S]?)*)"?[\s\S]?|([^;]*);?)|;|$)/y;

/** The parameters that have a value, with their names as they were sent. */
function* parametersIn(text: string, pattern: RegExp): Generator<[name: string, value: string]> {
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const [whole = '', name = '', quoted, plain = ''] = pattern.exec(text) ?? [];
    at += whole.length;
    const value = quoted?.replace(/\\([\s\S])/g, '$1') ?? withoutEndingSpaces(plain);
    if (quoted !== undefined || value !== '') yield [name, value];
  }
}

/** A pattern would take time in the square of the spaces. */
function withoutEndingSpaces(text: string): string {
  let end = text.length;
  while ('\t\n\r '.includes(text[end - 1] ?? 'x')) end -= 1;
  return text.slice(0, end);
}

/** The one media type of which the service gives a body as JSON. */
export function isApplicationJson({ mediaType }: ContentType): boolean {
  return mediaType === 'application/json';
}

/** Every media type that promises JSON. */
export function isJsonType({ mediaType }: ContentType): boolean {
  return /^(application|text)\/json$|\+json$/.test(mediaType);
}

/** The media types of several JSON values, one a line. */
export function isJsonLinesType({ mediaType }: ContentType): boolean {
  return /^(application|text)\/(x-)?(ndjson|jsonl|json-?lines|ldjson)$/.test(mediaType);
}

/** XML's media types: the two of its own and every `+xml` (RFC 7303, sections 4 and 9). */
export function isXmlType({ mediaType }: ContentType): boolean {
  return mediaType === 'application/xml' || mediaType === 'text/xml' || mediaType.endsWith('+xml');
}

export function isHtmlType({ mediaType }: ContentType): boolean {
  return mediaType === 'text/html';
}
