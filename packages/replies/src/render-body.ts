import { escapeFor } from './escape.ts';
import { mediaTypeOf } from './reply-head.ts';
import type { Reply } from './settings.ts';
import type { Template } from './template.ts';

/** The most bytes of a body with its fields. */
export const mostRenderedBytes = 256 * 1024;

/**
 * The bytes of a reply's body. Fields are escaped for its media type; one without a value inserts nothing. What goes
 * past 256 KiB is left out, from the first character on that does not fit.
 * @param values by the printed name of the field
 */
export function renderBody(reply: Reply, values: ReadonlyMap<string, string>): Uint8Array {
  const { body } = reply;
  if (body instanceof Uint8Array) return body;
  return body === undefined
    ? new Uint8Array(0)
    : cutUtf8(renderText(body, mediaTypeOf(reply, values), values));
}

/** Stops once the text must be too long: a body may name a long field thousands of times. */
function renderText(
  { parts }: Template,
  mediaType: string,
  values: ReadonlyMap<string, string>,
): string {
  const write = escapeFor(mediaType);
  const escaped = new Map<string, string>();
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      let value = escaped.get(part.name);
      if (value === undefined) {
        value = write(values.get(part.name) ?? '');
        escaped.set(part.name, value);
      }
      text += value;
    }
    if (text.length > mostRenderedBytes) break;
  }
  return text;
}

/** The text in UTF-8, up to the last whole character that fits. */
function cutUtf8(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text.slice(0, mostRenderedBytes + 1));
  if (bytes.length <= mostRenderedBytes) return bytes;
  let end = mostRenderedBytes;
  // Bytes that begin with the bits 10 go on with a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
