import { isUtf8 } from 'node:buffer';
import { type BodyText, charsetOf } from '@hookwell/bodies/body-text';
import { type ContentType, strictContentType } from '@hookwell/bodies/content-type';
import { decodeText } from './decode-text.ts';
import { firstHeader, type HeaderList } from './headers.ts';

/** The type of a body as it was sent. */
export function contentTypeOf(headers: HeaderList): ContentType {
  return strictContentType(firstHeader(headers, 'content-type'));
}

/** The text of a small body without content codings. */
export function bodyText(body: Uint8Array, type: ContentType): BodyText {
  return decodeText(
    body,
    charsetOf(body, type, () => isUtf8(body)),
  );
}

/** The same, without whether all of it was text. */
export function rawText(body: Uint8Array, headers: HeaderList): string {
  return bodyText(body, contentTypeOf(headers)).text;
}
