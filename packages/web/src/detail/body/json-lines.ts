import { at, type JsonDocument } from '../json/json-document.ts';
import { scanJson } from '../json/scan-json.ts';

/**
 * Reads JSON values, one a line, as the elements of one array. The text of each stays the sender's own. Gives
 * `undefined` if a line is not exactly one value. With `isCut`, the last line is left out.
 */
export function jsonLines(text: string, isCut = false): JsonDocument | undefined {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (isCut) lines.pop();
  const values = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (values.length === 0) return undefined;
  const result = scanJson(`[${values.join(',\n')}]`);
  if (!result.ok) return undefined;
  const { document } = result;
  let node = 1;
  for (const value of values) {
    // Otherwise a line such as "1, 2" would count as two values.
    if (at(document.ends, node) - at(document.starts, node) !== value.length) return undefined;
    node = at(document.afters, node);
  }
  if (node !== document.size) return undefined;
  return isCut ? { ...document, cutIn: 0 } : document;
}
