import { bodyText } from './body-text.ts';
import { type ContentType, parseContentType } from './content-type.ts';

export interface BodyPart {
  headers: (readonly [name: string, value: string])[];
  type: ContentType;
  /** From the header Content-Disposition. */
  name: string | undefined;
  fileName: string | undefined;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether an empty line stands between its headers and the bytes. */
  hasEmptyLine: boolean;
}

export interface MultipartBody {
  parts: BodyPart[];
  /** Whether the closing line is there. */
  isClosed: boolean;
}

/** Further parts are not read. */
export const mostParts = 1000;

/**
 * Reads the parts of a multipart body (RFC 2046, section 5.1; RFC 7578). If the closing line is missing, the last part
 * is kept as far as it goes. Gives `undefined` if there is no part.
 */
export function multipartParts(
  bytes: Uint8Array<ArrayBuffer>,
  boundary: string,
): MultipartBody | undefined {
  if (boundary === '') return undefined;
  const delimiter = new TextEncoder().encode(`--${boundary}`);
  const parts: BodyPart[] = [];
  let at = nextDelimiter(bytes, delimiter, 0);
  while (at !== undefined && parts.length < mostParts) {
    const behind = at + delimiter.length;
    if (bytes[behind] === dash && bytes[behind + 1] === dash) return { parts, isClosed: true };
    const from = endOfLine(bytes, behind);
    const next = nextDelimiter(bytes, delimiter, from);
    parts.push(
      partOf(bytes.subarray(from, next === undefined ? undefined : endBefore(bytes, next, from))),
    );
    at = next;
  }
  return parts.length === 0 ? undefined : { parts, isClosed: false };
}

const dash = 0x2d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The index of the next delimiter. It begins a line, and only white space or `--` may follow it. */
function nextDelimiter(bytes: Uint8Array, delimiter: Uint8Array, from: number): number | undefined {
  for (let at = from; ; at++) {
    at = bytes.indexOf(dash, at);
    if (at < 0) return undefined;
    const begins = at === 0 || bytes[at - 1] === lineFeed;
    if (begins && delimiter.every((byte, index) => bytes[at + index] === byte)) {
      const next = bytes[at + delimiter.length];
      if (next === undefined || next === dash || next === 0x20 || next === 0x09) return at;
      if (next === carriageReturn || next === lineFeed) return at;
    }
  }
}

function endOfLine(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(lineFeed, from);
  return end < 0 ? bytes.length : end + 1;
}

/** The end of the part before a delimiter. The line end between them belongs to the delimiter. */
function endBefore(bytes: Uint8Array, delimiterStart: number, from: number): number {
  const end =
    bytes[delimiterStart - 2] === carriageReturn ? delimiterStart - 2 : delimiterStart - 1;
  return Math.max(from, end);
}

function partOf(bytes: Uint8Array<ArrayBuffer>): BodyPart {
  const headers: BodyPart['headers'] = [];
  let position = 0;
  let hasEmptyLine = false;
  while (position < bytes.length) {
    const end = endOfLine(bytes, position);
    const { text } = bodyText(bytes.subarray(position, end), parseContentType());
    const line = text.trimEnd();
    const colon = line.indexOf(':');
    // A part without headers is content from here on.
    if (line !== '' && colon < 1) break;
    position = end;
    hasEmptyLine = line === '';
    if (hasEmptyLine) break;
    headers.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  const disposition = parseContentType(headerValue(headers, 'content-disposition'));
  return {
    headers,
    type: parseContentType(headerValue(headers, 'content-type')),
    name: disposition.parameters.get('name'),
    fileName: fileNameOf(disposition),
    bytes: bytes.subarray(position),
    hasEmptyLine,
  };
}

/** @param wanted in lower case */
export function headerValue(
  headers: readonly (readonly [name: string, value: string])[],
  wanted: string,
): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** `filename*` is percent-encoded with its charset in front (RFC 8187). */
function fileNameOf({ parameters }: ContentType): string | undefined {
  const extended = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '')?.[1];
  if (extended === undefined) return parameters.get('filename');
  try {
    return decodeURIComponent(extended);
  } catch {
    return extended;
  }
}
