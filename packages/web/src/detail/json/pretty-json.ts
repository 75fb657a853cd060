import { at, type JsonDocument, JsonKind, keyText, kindOf, valueText } from './json-document.ts';

/** Deeper lines are not indented further. A text nested 100,000 deep would become gigabytes of spaces. */
export const deepestIndent = 40;

/**
 * Writes a node with one value a line, indented by two spaces. Every token is the sender's own, so digits, escapes,
 * repeated names and their order stay.
 */
export function prettyJson(document: JsonDocument, root = 0): string {
  const pieces: string[] = [];
  const open: number[] = [];
  const end = at(document.afters, root);
  const indentOf = (node: number) => {
    return '  '.repeat(
      Math.min(at(document.depths, node) - at(document.depths, root), deepestIndent),
    );
  };
  for (let node = root; node < end; node++) {
    if (node > root) {
      pieces.push(
        at(document.places, node) === 0 ? '\n' : ',\n',
        indentOf(node),
        nameOf(document, node),
      );
    }
    const kind = kindOf(document, node);
    if (kind > JsonKind.array) pieces.push(valueText(document, node));
    else if (at(document.childCounts, node) === 0)
      pieces.push(kind === JsonKind.object ? '{}' : '[]');
    else {
      pieces.push(kind === JsonKind.object ? '{' : '[');
      open.push(node);
      continue;
    }
    for (const ended of takeEnded(document, open, node + 1)) {
      const bracket = kindOf(document, ended) === JsonKind.object ? '}' : ']';
      pieces.push('\n', indentOf(ended), bracket);
    }
  }
  return pieces.join('');
}

/** Writes the elements of an array one below the other, without the array. */
export function prettyJsonLines(document: JsonDocument): string {
  const rows: string[] = [];
  for (let node = 1; node < document.size; node = at(document.afters, node)) {
    rows.push(prettyJson(document, node));
  }
  return rows.join('\n');
}

/** Takes out the open containers that end before the next node, the innermost first. */
function takeEnded(document: JsonDocument, open: number[], next: number): number[] {
  let kept = open.length;
  while (kept > 0 && at(document.afters, open[kept - 1] ?? 0) <= next) kept--;
  return open.splice(kept).reverse();
}

function nameOf(document: JsonDocument, node: number): string {
  const key = keyText(document, node);
  return key === undefined ? '' : `${key}: `;
}
