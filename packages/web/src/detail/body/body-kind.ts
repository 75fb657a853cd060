import { type BodyText, bodyText } from '@hookwell/core/http/body-text';
import {
  type ContentType,
  isHtmlType,
  isJsonLinesType,
  isJsonType,
  isXmlType,
} from '@hookwell/core/http/content-type';
import { type MultipartBody, multipartParts } from '@hookwell/core/http/multipart';
import { type JsonDocument, JsonKind, kindOf } from '../json/json-document.ts';
import { faultSentence, jsonLines, lineAndColumn, scanJson } from '../json/scan-json.ts';
import { formPairs, type NameValuePairs } from './name-value-pairs.ts';
import { scanXml, type XmlToken } from './xml.ts';

type BodyContent =
  | { kind: 'empty' | 'text' | 'html' | 'binary' }
  | { kind: 'json' | 'json-lines'; document: JsonDocument }
  | { kind: 'form'; fields: NameValuePairs }
  | { kind: 'multipart'; multipart: MultipartBody }
  | { kind: 'xml'; tokens: XmlToken[] }
  | { kind: 'image'; image: ImageInfo };

export interface BodyKind {
  content: BodyContent;
  /** Missing for bytes that are not text. */
  text?: BodyText;
  /** Says in a sentence that the body is not of its declared type. */
  problem?: string;
}

/**
 * Finds the kind of a body. If it is not of its declared type, it is recognised by its content.
 * @param bytes without content codings
 * @param isCut whether they are only its beginning
 */
export function bodyKind(
  type: ContentType,
  bytes: Uint8Array<ArrayBuffer>,
  isCut = false,
): BodyKind {
  if (bytes.length === 0) return { content: { kind: 'empty' } };
  const image = imageInfo(bytes);
  if (image !== undefined) return { content: { kind: 'image', image } };
  if (type.mediaType.startsWith('multipart/')) return multipartKind(type, bytes, isCut);
  const text = bodyText(bytes, typeByMark(type, bytes), isCut);
  if (!text.isValid || isBinary(text.text)) return binaryKind(type, text);
  return { text, ...textKind(type, text.text, isCut) };
}

/** The type with the charset that a byte order mark tells, if the type is one of texts and names none. */
function typeByMark(type: ContentType, bytes: Uint8Array): ContentType {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const mayBeText = !/^(image|audio|video|font)\/|octet-stream$/.test(type.mediaType);
  if (!isMarked || bytes.length < 4 || !mayBeText || type.parameters.has('charset')) return type;
  return { ...type, parameters: new Map([...type.parameters, ['charset', 'utf-16']]) };
}

/** Whether there are many control characters such as NUL. A single one does not make a text unreadable. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 4096);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are looked for
  const controls = start.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls > start.length / 20;
}

function binaryKind(type: ContentType, text: BodyText): BodyKind {
  const isText = isJsonType(type) || isXmlType(type) || /^text\//.test(type.mediaType);
  if (!isText) return { content: { kind: 'binary' } };
  if (text.isValid) return { content: { kind: 'text' }, text };
  const problem = `Some bytes are not text in ${text.charset.toUpperCase()} and are shown as \ufffd. Hex shows them.`;
  return { content: { kind: 'text' }, text, problem };
}

function multipartKind(
  type: ContentType,
  bytes: Uint8Array<ArrayBuffer>,
  isCut: boolean,
): BodyKind {
  const multipart = multipartParts(bytes, type.parameters.get('boundary') ?? '');
  const text = bodyText(bytes, type, isCut);
  const shown = text.isValid && !isBinary(text.text) ? { text } : {};
  if (multipart !== undefined) return { content: { kind: 'multipart', multipart }, ...shown };
  const problem = 'The type says multipart, but no part begins with its boundary.';
  return { content: { kind: text.isValid ? 'text' : 'binary' }, ...shown, problem };
}

function textKind(type: ContentType, text: string, isCut: boolean): Omit<BodyKind, 'text'> {
  if (isJsonLinesType(type)) return jsonLinesKind(text, isCut) ?? jsonKind(text, isCut);
  if (isJsonType(type)) return jsonKind(text, isCut);
  if (type.mediaType === 'image/svg+xml') {
    return { content: { kind: 'image', image: { mediaType: 'image/svg+xml' } } };
  }
  if (isXmlType(type)) return xmlKind(text, isCut);
  if (isHtmlType(type)) return { content: { kind: 'html' } };
  // Many senders send JSON with another type. By default, curl declares a form.
  const guessed = jsonContainer(text, isCut);
  if (guessed !== undefined) return { content: { kind: 'json', document: guessed } };
  if (type.mediaType === 'application/x-www-form-urlencoded') {
    return { content: { kind: 'form', fields: formPairs(text, type.parameters.get('charset')) } };
  }
  if (/^\s*<\?xml\s/.test(text)) {
    const xml = scanXml(text, isCut);
    if (xml.ok) return { content: { kind: 'xml', tokens: xml.tokens } };
  }
  return { content: { kind: 'text' } };
}

function jsonKind(text: string, isCut: boolean): Omit<BodyKind, 'text'> {
  const result = scanJson(text, { isCut });
  if (result.ok) return { content: { kind: 'json', document: result.document } };
  const problem = faultSentence(text, result.fault);
  return jsonLinesKind(text, isCut) ?? { content: { kind: 'text' }, problem };
}

function jsonLinesKind(text: string, isCut: boolean): Omit<BodyKind, 'text'> | undefined {
  const document = jsonLines(text, isCut);
  return document && { content: { kind: 'json-lines', document } };
}

/** Reads objects and arrays alone. A number or a word would be JSON too, but is not meant as JSON. */
function jsonContainer(text: string, isCut: boolean): JsonDocument | undefined {
  if (!/^\ufeff?\s*[[{]/.test(text)) return undefined;
  const result = scanJson(text, { isCut });
  if (!result.ok) return undefined;
  return kindOf(result.document, 0) <= JsonKind.array ? result.document : undefined;
}

function xmlKind(text: string, isCut: boolean): Omit<BodyKind, 'text'> {
  const result = scanXml(text, isCut);
  if (result.ok) return { content: { kind: 'xml', tokens: result.tokens } };
  const { line, column } = lineAndColumn(text, result.offset);
  const problem = `This is not well-formed XML: in line ${line}, column ${column}, ${result.problem}.`;
  return { content: { kind: 'text' }, problem };
}

/** The type of an image, and its size in pixels if the first bytes have it. */
export interface ImageInfo {
  mediaType: string;
  width?: number;
  height?: number;
}

/** Recognises images that a browser can show in an `<img>`, but for SVG, which is text. */
export function imageInfo(bytes: Uint8Array): ImageInfo | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = latin1(bytes, 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return pngInfo(view);
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return gifInfo(view);
  if (start.startsWith('\xff\xd8\xff')) return jpegInfo(view);
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return webpInfo(bytes, view);
  if (start.startsWith('BM') && bytes.length > 26) return bmpInfo(view);
  if (start.slice(4, 8) === 'ftyp' && /^(avif|avis)/.test(start.slice(8))) {
    return { mediaType: 'image/avif' };
  }
  if (start.startsWith('\0\0\x01\0') && bytes.length > 22) return { mediaType: 'image/x-icon' };
  return undefined;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function pngInfo(view: DataView): ImageInfo {
  if (view.byteLength < 24) return { mediaType: 'image/png' };
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gifInfo(view: DataView): ImageInfo {
  if (view.byteLength < 10) return { mediaType: 'image/gif' };
  return {
    mediaType: 'image/gif',
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
  };
}

function bmpInfo(view: DataView): ImageInfo {
  const height = Math.abs(view.getInt32(22, true));
  return { mediaType: 'image/bmp', width: view.getInt32(18, true), height };
}

/** Finds the size in the first frame header (ITU T.81, B.2.2), behind other segments. */
function jpegInfo(view: DataView): ImageInfo {
  const mediaType = 'image/jpeg';
  let position = 2;
  while (position + 9 < view.byteLength && view.getUint8(position) === 0xff) {
    const marker = view.getUint8(position + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        mediaType,
        height: view.getUint16(position + 5),
        width: view.getUint16(position + 7),
      };
    }
    position += 2 + view.getUint16(position + 2);
  }
  return { mediaType };
}

function webpInfo(bytes: Uint8Array, view: DataView): ImageInfo {
  const mediaType = 'image/webp';
  if (bytes.length < 30) return { mediaType };
  switch (latin1(bytes, 12, 16)) {
    case 'VP8X':
      return { mediaType, width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { mediaType, width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
    }
    default:
      return {
        mediaType,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
  }
}

function uint24(view: DataView, position: number): number {
  return view.getUint16(position, true) | (view.getUint8(position + 2) << 16);
}
