import type { JsonDocument } from '../../src/detail/json/json-document.ts';
import { scanJson } from '../../src/detail/json/scan-json.ts';

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function scanned(text: string): JsonDocument {
  const result = scanJson(text);
  if (!result.ok) throw result.fault;
  return result.document;
}
