import { isUtf8 } from 'node:buffer';
import { charsetOf } from '@hookwell/bodies/body-text';
import { textChunks } from '../rendering/text-chunks.ts';
import { contentTypeOf, decodeText } from '../sent-request/body.ts';
import type { HeaderList } from '../sent-request/head.ts';

/** The text of a body without its content codings, in parts that a step can read; the same text as matches see. */
export function* bodyTexts(
  blocks: readonly Uint8Array[],
  headers: HeaderList,
): Generator<string, void> {
  const isWholeUtf8 = () => textChunks(blocks, 'utf-8').every((chunk) => isUtf8(chunk));
  const start = blocks[0] ?? new Uint8Array();
  const charset = charsetOf(start, contentTypeOf(headers), isWholeUtf8);
  for (const chunk of textChunks(blocks, charset)) yield decodeText(chunk, charset).text;
}
