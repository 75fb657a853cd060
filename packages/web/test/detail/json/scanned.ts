import type { JsonDocument } from '../../../src/detail/json/json-document.ts';
import { scanJson } from '../../../src/detail/json/scan-json.ts';

export function scanned(text: string): JsonDocument {
  const result = scanJson(text);
  if (!result.ok) throw result.fault;
  return result.document;
}
