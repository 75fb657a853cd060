import type { CapturedRequestWire } from '../contract/types.ts';

/** The media type and its parameters, as sent; empty if there are none. */
function contentTypeOf(headers: CapturedRequestWire['headers']): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** A type, a slash and a subtype before any parameters (WHATWG MIME Sniffing, section 4.4). */
const wellFormed = /^[\t\n\r ]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[\t\n\r ]*(?:;|$)/;

/** The media type in lower case, without parameters; empty if none was sent, or a malformed one. */
export function mediaTypeOf(headers: CapturedRequestWire['headers']): string {
  return wellFormed.exec(contentTypeOf(headers))?.[1]?.toLowerCase() ?? '';
}

/** Whether the service undoes a content coding, or decodes a charset other than UTF-8, to show the body. */
export function isDecoded(wire: CapturedRequestWire): boolean {
  if (wire.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return true;
  // XML may say its charset in its first line.
  return /charset|xml/i.test(contentTypeOf(wire.headers).replace(/charset="?utf-8"?/i, ''));
}

/**
 * The bytes of a body whose shown text is known; `undefined` if they may differ from that text in UTF-8.
 */
export function bytesOfShown(
  text: string,
  wire: CapturedRequestWire,
): Uint8Array<ArrayBuffer> | undefined {
  // U+FFFD stands for bytes that are not text.
  if (isDecoded(wire) || text.includes('\ufffd')) return undefined;
  const bytes = new TextEncoder().encode(text);
  return bytes.length === wire.bodySize ? bytes : undefined;
}
