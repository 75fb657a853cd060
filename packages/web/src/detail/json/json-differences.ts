import type { ContractFinding } from '@hookwell/client';
import { parseFieldName } from '@hookwell/core/match';
import { at, decoded, isContainer, type JsonDocument, keyText } from './json-document.ts';

export type Difference = NonNullable<ContractFinding['differences']>[number];

/** What is wrong with the values of a document, by the numbers of its nodes. */
export interface PlacedDifferences {
  /** The problems of each node, in words. */
  readonly problems: ReadonlyMap<number, readonly string[]>;
  /** How many problems each container has inside. */
  readonly inside: ReadonlyMap<number, number>;
}

/** Finds the nodes that differ. A value that is missing belongs to the innermost container around its place. */
export function placeDifferences(
  document: JsonDocument,
  differences: readonly Difference[],
): PlacedDifferences {
  const problems = new Map<number, string[]>();
  const inside = new Map<number, number>();
  for (const { path, problem } of differences) {
    const { node, isExact } = nodeAt(document, path);
    // The row of a value need not repeat its path.
    const begin = isExact ? `\`${path}\` ` : '';
    const words = problem.startsWith(begin) ? problem.slice(begin.length) : problem;
    problems.set(node, [...(problems.get(node) ?? []), words]);
    for (let above = at(document.parents, node); above >= 0; above = at(document.parents, above)) {
      inside.set(above, (inside.get(above) ?? 0) + 1);
    }
  }
  return { problems, inside };
}

/** The node at a path of the match language, or the nearest one around it. */
function nodeAt(document: JsonDocument, path: string): { node: number; isExact: boolean } {
  let node = 0;
  const steps = stepsOf(path);
  for (const step of steps) {
    const child = isContainer(document, node) ? childOf(document, node, step) : -1;
    if (child < 0) return { node, isExact: false };
    node = child;
  }
  return { node, isExact: steps.length > 0 };
}

function stepsOf(path: string): readonly string[] {
  if (path === '') return [];
  try {
    const field = parseFieldName(path.startsWith('[') ? `json${path}` : `json.${path}`);
    return field.name === 'json.PATH' ? field.path : [];
  } catch (_noPath) {
    return [];
  }
}

/** The child with a name or a place; of repeated names the last, as everywhere. -1 if there is none. */
function childOf(document: JsonDocument, node: number, step: string): number {
  let found = -1;
  const end = at(document.afters, node);
  for (let child = node + 1; child < end; child = at(document.afters, child)) {
    const key = keyText(document, child);
    if ((key === undefined ? String(at(document.places, child)) : decoded(key)) === step)
      found = child;
  }
  return found;
}
