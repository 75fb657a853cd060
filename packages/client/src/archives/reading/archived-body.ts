import { base64Bytes } from './base64-bytes.ts';
import { formBytes } from './form-bytes.ts';
import type { Picked } from './json-picker.ts';
import { countAt, memberOf, textAt, textOf } from './picked-values.ts';

/** The body of a request in an archive. */
export interface ArchivedBody {
  body: Uint8Array<ArrayBuffer>;
  /** Why these may not be the bytes that were sent, in a sentence. */
  doubt?: string;
}

/**
 * The bytes of a body in an HTTP archive, as far as it has them: as text, in Base64, or as the fields of a form.
 * @param contentType the header of the request, if it has one
 * @throws {RangeError} if Base64 is announced, and there is none: the message is a sentence without its end
 */
export function harBody(request: Picked, contentType: string | undefined): ArchivedBody {
  const postData = memberOf(request, 'postData');
  const size = countAt(request, 'bodySize');
  const body = bytesOf(postData, size, contentType);
  if (body === undefined) return noBody(size);
  const doubt = doubtAbout(postData, body, size);
  return { body, ...(doubt && { doubt }) };
}

/**
 * The body in a line of our own.
 * @throws {RangeError} as `harBody` does
 */
export function jsonLineBody(line: Picked): ArchivedBody {
  const size = countAt(line, 'bodySize');
  const encoded = memberOf(line, 'bodyBase64');
  const text = memberOf(line, 'body');
  if (encoded instanceof Uint8Array) return sized(decoded(encoded, 'bodyBase64'), size);
  return text instanceof Uint8Array ? sized(text, size) : noBody(size);
}

function noBody(size: number | undefined): ArchivedBody {
  const doubt = size
    ? `The archive has no body of this request, which had ${size} bytes.`
    : undefined;
  return { body: new Uint8Array(), ...(doubt && { doubt }) };
}

function sized(body: Uint8Array<ArrayBuffer>, size: number | undefined): ArchivedBody {
  const doubt = otherSize(body, size);
  return { body, ...(doubt && { doubt }) };
}

function bytesOf(
  postData: Picked,
  size: number | undefined,
  contentType: string | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  // Archives of this service have exact bytes here.
  const exact = memberOf(postData, '_base64');
  if (exact instanceof Uint8Array) return decoded(exact, '_base64');
  const text = memberOf(postData, 'text');
  if (!(text instanceof Uint8Array)) return formBytes(postData, contentType);
  if (textAt(postData, 'encoding')?.toLowerCase() === 'base64') return decoded(text, 'text');
  if (text.length > 0) return textBytes(text, size);
  return formBytes(postData, contentType) ?? text;
}

function decoded(text: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  const bytes = base64Bytes(text);
  if (bytes !== undefined) return bytes;
  throw new RangeError(`the "${name}" of its body is not Base64`);
}

/** Text stands for its bytes in UTF-8, unless one byte a character gives the size that is told. */
function textBytes(
  text: Uint8Array<ArrayBuffer>,
  size: number | undefined,
): Uint8Array<ArrayBuffer> {
  if (size === undefined || size >= text.length) return text;
  const latin1 = latin1Of(text);
  return latin1?.length === size ? latin1 : text;
}

/** The text with one byte a character; `undefined` if it has characters past U+00FF. */
function latin1Of(text: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text[at] ?? 0;
    // U+0080 to U+00FF take two bytes, of which the first is C2 or C3.
    if (code > 0xc3) return undefined;
    if (code >= 0xc2) {
      at += 1;
      bytes[length] = ((code & 3) << 6) | ((text[at] ?? 0) & 0x3f);
    } else bytes[length] = code;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function doubtAbout(
  postData: Picked,
  body: Uint8Array,
  size: number | undefined,
): string | undefined {
  const comment = textAt(postData, 'comment');
  if (comment) return `The archive says of the body: ${comment}`;
  const other = otherSize(body, size);
  if (other !== undefined || memberOf(postData, '_base64') !== undefined) return other;
  const text = memberOf(postData, 'text');
  if (!(text instanceof Uint8Array) || text.length === 0) {
    return body.length === 0 ? undefined : 'The body was put together from the fields of the form.';
  }
  return textOf(text)?.includes('\ufffd')
    ? 'The archive lacks bytes of the body that are not text.'
    : undefined;
}

function otherSize(body: Uint8Array, size: number | undefined): string | undefined {
  if (size === undefined || size === body.length) return undefined;
  return `The archive has ${body.length} bytes of the body, and ${size} were sent.`;
}
