import { JsonTokenizer, startOfJson } from '@hookwell/bodies/json';
import type { JsonDocument } from './json-document.ts';
import { type JsonFault, jsonFault } from './json-fault.ts';
import { JsonNodes } from './json-nodes.ts';

export type ScannedJson = { ok: true; document: JsonDocument } | { ok: false; fault: JsonFault };

/**
 * Reads a JSON text (RFC 8259) without converting anything: digits, escapes, repeated names and their order stay.
 * Nesting costs no stack. With `isCut`, the text is only the beginning of a JSON text. Containers open at its end are
 * closed there, and a value that is cut off itself is left out.
 */
export function scanJson(text: string, { isCut = false } = {}): ScannedJson {
  const nodes = new JsonNodes(text);
  const tokenizer = new JsonTokenizer(nodes);
  tokenizer.read(text, startOfJson(text));
  // More digits may have been cut off.
  if (!isCut) tokenizer.end(text.length);
  if (tokenizer.isComplete) return { ok: true, document: nodes.document() };
  const fault = jsonFault(text, tokenizer, nodes.start, isCut);
  if (!isCut || !fault.atEnd || nodes.size === 0) return { ok: false, fault };
  const cutIn = nodes.open;
  while (nodes.open >= 0) nodes.closeContainer(text.length);
  return { ok: true, document: nodes.document(cutIn) };
}
