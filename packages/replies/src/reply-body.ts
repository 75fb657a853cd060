import { parseTemplate } from './parse-template.ts';
import { mostBodyBytes } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import type { Template } from './template.ts';

/**
 * Reads the body of a reply as a text with fields in it.
 * @throws {SettingsError} past 64 KiB of UTF-8, and for half a character
 */
export function readTextBody(text: string, place: string): Template {
  readText(text, place, mostBodyBytes);
  return parseTemplate(text, place);
}

/**
 * Reads a text in UTF-8.
 * @throws {SettingsError} if it has more bytes, or half a character
 */
export function readText(text: string, place: string, mostBytes: number): Uint8Array {
  const bytes = text.length > mostBytes ? undefined : new TextEncoder().encode(text);
  if (bytes === undefined || bytes.length > mostBytes) throw tooLong(place, mostBytes);
  const half = text.search(/\p{Surrogate}/u);
  if (half !== -1) {
    throw new SettingsError(
      place,
      `at character ${half + 1} stands half a character, which UTF-8 cannot write`,
    );
  }
  return bytes;
}

function tooLong(place: string, mostBytes: number): SettingsError {
  const kibibytes = mostBytes / 1024;
  const size = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
  return new SettingsError(place, `a body has at most ${size}`);
}

/**
 * Reads the bytes of a body: Base64 (RFC 4648, section 4), padded, without anything else in it.
 * @throws {SettingsError} if it is something else, or has more bytes
 */
export function readBase64Body(text: string, place: string, mostBytes = mostBodyBytes): Uint8Array {
  if (text.length > 4 * Math.ceil(mostBytes / 3)) throw tooLong(place, mostBytes);
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  const binary = isBase64 ? atob(text) : '';
  // Bits behind the last byte must be zero: each body is written in one way only.
  if (!isBase64 || btoa(binary) !== text) {
    throw new SettingsError(place, 'this is not Base64: A-Z a-z 0-9 + / with = at the end');
  }
  if (binary.length > mostBytes) throw tooLong(place, mostBytes);
  // `Uint8Array.from` takes fifty times as long.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
