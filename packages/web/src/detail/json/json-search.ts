import { decoded, isContainer, type JsonDocument, keyText, valueText } from './json-document.ts';

/** Finds text in names and in values that hold no others, whatever its case. */
export interface JsonMatches {
  /** The nodes where it is, in order. */
  nodes: Int32Array;
  /** False where there are more than were looked for. */
  isComplete: boolean;
}

const mostMatches = 100_000;

export function searchJson(document: JsonDocument, query: string): JsonMatches {
  const wanted = query.toLowerCase();
  const found: number[] = [];
  if (wanted === '') return { nodes: new Int32Array(), isComplete: true };
  for (let node = 0; node < document.size; node++) {
    if (!matches(document, node, wanted)) continue;
    if (found.length === mostMatches) return { nodes: Int32Array.from(found), isComplete: false };
    found.push(node);
  }
  return { nodes: Int32Array.from(found), isComplete: true };
}

function matches(document: JsonDocument, node: number, wanted: string): boolean {
  const key = keyText(document, node);
  if (key !== undefined && includes(key, wanted)) return true;
  return !isContainer(document, node) && includes(valueText(document, node), wanted);
}

/** Both as it is written and as what it means. */
function includes(token: string, wanted: string): boolean {
  if (token.toLowerCase().includes(wanted)) return true;
  return (
    token.startsWith('"') && token.includes('\\') && decoded(token).toLowerCase().includes(wanted)
  );
}

/** The match after or before a node, round the end. -1 where there is none. */
export function nextMatch(matches: Int32Array, node: number, direction: 1 | -1): number {
  const behind = matches.findIndex((match) => match > node);
  const first = behind < 0 ? matches.length : behind;
  const before = matches[first - 1] === node ? first - 2 : first - 1;
  const index =
    direction === 1 ? first % matches.length : (before + matches.length) % matches.length;
  return matches[index] ?? -1;
}
