import { type Hits, textHits } from '../search/hits.ts';
import { at, decoded, hasChildren, isContainer, type JsonDocument } from './json-document.ts';

/** Longer names and values are read in slices, and only as they are written. */
const longestAtOnce = 32 * 1024;

/** Finds a text in names, and in values without children. Case does not matter. Each hit is the number of a node. */
export function* treeHits(document: JsonDocument, query: string): Hits {
  const wanted = query.toLowerCase();
  if (wanted === '') return;
  let read = 0;
  for (let node = 0; node < document.size; node++) {
    const key = at(document.keyStarts, node);
    const isLeaf = !isContainer(document, node) && !hasChildren(document, node);
    const tokens = [
      ...(key < 0 ? [] : [[key, at(document.keyEnds, node)] as const]),
      ...(isLeaf ? [[at(document.starts, node), at(document.ends, node)] as const] : []),
    ];
    for (const [start, end] of tokens) {
      read += end - start;
      const isHit =
        end - start > longestAtOnce
          ? yield* isInLong(document.text, query, start, end)
          : includes(document.text.slice(start, end), wanted);
      if (!isHit) continue;
      yield node;
      break;
    }
    read += 16;
    if (read < longestAtOnce) continue;
    read = 0;
    yield undefined;
  }
}

/** Whether the token has the text, as it is written or as it is meant. */
function includes(token: string, wanted: string): boolean {
  if (token.toLowerCase().includes(wanted)) return true;
  return (
    token.startsWith('"') && token.includes('\\') && decoded(token).toLowerCase().includes(wanted)
  );
}

function* isInLong(
  text: string,
  query: string,
  start: number,
  end: number,
): Generator<undefined, boolean> {
  for (const hit of textHits(text, query, start, end)) {
    if (hit !== undefined) return true;
    yield undefined;
  }
  return false;
}
