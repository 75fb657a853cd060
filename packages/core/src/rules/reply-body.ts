import { SettingsError } from './reading.ts';
import { mediaTypeOf } from './reply-head.ts';
import { mostBodyBytes, type Reply } from './settings.ts';
import { parseTemplate, type Template } from './template.ts';

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

/** Writes a text so that it is one in the language of a body. */
type Escape = (text: string) => string;

/** The way to write texts into bodies of a media type: JSON and XML and HTML have one, all others take them as they are. */
function escapeFor(mediaType: string): Escape {
  if (isOf('json', mediaType)) return escapeJson;
  if (mediaType === 'text/html') return escapeHtml;
  return isOf('xml', mediaType) ? escapeXml : (text) => text;
}

function isOf(language: string, mediaType: string): boolean {
  return (
    mediaType === `application/${language}` ||
    mediaType === `text/${language}` ||
    mediaType.endsWith(`+${language}`)
  );
}

/** The content of a string of JSON, without its quotes. */
function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and quoted attributes. A carriage return would be read as a line feed. HTML has no way to write NUL. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r\0]/g, (character) => {
    if (character === '\0') return '\uFFFD';
    return named[character] ?? '&#13;';
  });
}

/** For text and quoted attributes. Characters that XML cannot have (XML 1.0, section 2.2) become U+FFFD. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the ones that are looked for
  return text.replace(/[&<>"'\t\n\r]|[\0-\x1f\ufffe\uffff]/g, (character) => {
    if (character === '\t' || character === '\n' || character === '\r') {
      return `&#${character.charCodeAt(0)};`;
    }
    return named[character] ?? '\uFFFD';
  });
}
