import {
  decoded,
  hasChildren,
  isContainer,
  type JsonDocument,
  keyText,
  valueText,
} from './json-document.ts';

export interface JsonMatches {
  /** The nodes with a match, in order. */
  nodes: Int32Array;
  /** False if there may be more matches. */
  isComplete: boolean;
}

const mostMatches = 100_000;

/** Whether the text is in a name, or in a value without children. */
export function isIn(document: JsonDocument, query: string): boolean {
  const wanted = query.toLowerCase();
  for (let node = 0; node < document.size; node++) {
    if (matches(document, node, wanted)) return true;
  }
  return false;
}

/** Finds a text in names, and in values without children. Case does not matter. */
export function searchJson(document: JsonDocument, query: string): JsonMatches {
  const wanted = query.toLowerCase();
  const found: number[] = [];
  if (wanted === '') return { nodes: new Int32Array(), isComplete: true };
  for (let node = 0; node < document.size; node++) {
    if (!matches(document, node, wanted)) continue;
    if (found.length === mostMatches) return { nodes: Int32Array.from(found), isComplete: false };
    found.push(node);
  }
  return { nodes: Int32Array.from(found), isComplete: document.cutIn < 0 };
}

function matches(document: JsonDocument, node: number, wanted: string): boolean {
  const key = keyText(document, node);
  if (key !== undefined && includes(key, wanted)) return true;
  if (isContainer(document, node) || hasChildren(document, node)) return false;
  return includes(valueText(document, node), wanted);
}

/** Whether the token has the text, as it is written or as it is meant. */
function includes(token: string, wanted: string): boolean {
  if (token.toLowerCase().includes(wanted)) return true;
  return (
    token.startsWith('"') && token.includes('\\') && decoded(token).toLowerCase().includes(wanted)
  );
}

/** The match after or before a node, in a ring, or -1. */
export function nextMatch(matches: Int32Array, node: number, direction: 1 | -1): number {
  const behind = matches.findIndex((match) => match > node);
  const first = behind < 0 ? matches.length : behind;
  const before = matches[first - 1] === node ? first - 2 : first - 1;
  const index =
    direction === 1 ? first % matches.length : (before + matches.length) % matches.length;
  return matches[index] ?? -1;
}
