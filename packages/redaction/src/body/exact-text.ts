import { bodyText } from '@hookwell/bodies/body-text';
import type { ContentType } from '@hookwell/bodies/content-type';

/** The text of bytes; `undefined` if the charset is not known, or if not all of them are text in it. */
export function exactText(bytes: Uint8Array, type: ContentType): string | undefined {
  const charset = type.parameters.get('charset');
  if (charset !== undefined && !isKnown(charset)) return undefined;
  const { text, isValid } = bodyText(bytes, type);
  return isValid ? text : undefined;
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}
