import { parseTemplate } from './parse-template.ts';
import { mostBodyBytes } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import type { Template } from './template.ts';

/** The longest Base64 of a body. */
const longestBase64Characters = 4 * Math.ceil(mostBodyBytes / 3);

/**
 * Reads the body of a reply as a text with fields in it.
 * @throws {SettingsError} past 64 KiB of UTF-8, and for half a character
 */
export function readTextBody(text: string, place: string): Template {
  if (text.length > mostBodyBytes || new TextEncoder().encode(text).length > mostBodyBytes) {
    throw new SettingsError(place, 'a body has at most 64 KiB');
  }
  const half = text.search(/\p{Surrogate}/u);
  if (half !== -1) {
    throw new SettingsError(
      place,
      `at character ${half + 1} stands half a character, which UTF-8 cannot write`,
    );
  }
  return parseTemplate(text, place);
}

/**
 * Reads the bytes of a body: Base64 (RFC 4648, section 4), padded, without anything else in it.
 * @throws {SettingsError} if it is something else, or has more than 64 KiB
 */
export function readBase64Body(text: string, place: string): Uint8Array {
  if (text.length > longestBase64Characters)
    throw new SettingsError(place, 'a body has at most 64 KiB');
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  const binary = isBase64 ? atob(text) : '';
  // Bits behind the last byte must be zero: each body is written in one way only.
  if (!isBase64 || btoa(binary) !== text) {
    throw new SettingsError(place, 'this is not Base64: A-Z a-z 0-9 + / with = at the end');
  }
  if (binary.length > mostBodyBytes) throw new SettingsError(place, 'a body has at most 64 KiB');
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
