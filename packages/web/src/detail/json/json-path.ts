import type { ContractFinding } from '@hookwell/client';
import { parseFieldName } from '@hookwell/core/match';
import {
  at,
  decoded,
  holdsJson,
  isContainer,
  type JsonDocument,
  JsonKind,
  keyText,
  kindOf,
  valueText,
} from './json-document.ts';

/** `javascript`: `a.b[0]["c d"]`. `jsonpath` (RFC 9535): `$.a.b[0]['c d']`. */
type PathStyle = 'javascript' | 'jsonpath';

/**
 * The path of a node. That of the whole is empty in JavaScript, and `$` as JSONPath. Inside of a text that holds JSON,
 * a path in JavaScript parses the text, `JSON.parse(a.b).c`; JSONPath cannot, so there it begins with the text.
 */
export function pathOf(document: JsonDocument, node: number, style: PathStyle): string {
  const steps: number[] = [];
  for (let step = node; at(document.parents, step) >= 0; step = at(document.parents, step)) {
    steps.push(step);
  }
  let path = '';
  for (const step of steps.reverse()) {
    if (holdsJson(document, at(document.parents, step))) path = parsed(path, style);
    path += stepOf(document, step, style);
  }
  if (style === 'jsonpath') return `$${path}`;
  return path.startsWith('.') ? path.slice(1) : path;
}

/** The beginning of the path inside of a text. The body itself can be one text. */
function parsed(path: string, style: PathStyle): string {
  if (style === 'jsonpath') return '';
  return `JSON.parse(${path === '' ? 'body' : path.replace(/^\./, '')})`;
}

function stepOf(document: JsonDocument, node: number, style: PathStyle): string {
  const key = keyText(document, node);
  if (key === undefined) return `[${at(document.places, node)}]`;
  const name = decoded(key);
  if (style === 'javascript') {
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
      ? `.${name}`
      : `[${JSON.stringify(name)}]`;
  }
  // RFC 9535, section 2.5.1.1: letters, digits, "_" and characters beyond ASCII need no brackets.
  return /^[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*$/u.test(name)
    ? `.${name}`
    : `[${quotedName(name)}]`;
}

/** A name in single quotes (RFC 9535, section 2.3.1.1). */
function quotedName(name: string): string {
  const inside = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inside}'`;
}

/** Longer values make no readable search. */
const longestSearched = 500;
const deepestSearched = 50;

/**
 * The path and the value of a node, as a search of the list asks for them. `undefined` for what no search finds or shows: the
 * whole, containers, what is inside of texts, and long values.
 */
export function searchFor(
  document: JsonDocument,
  node: number,
): { path: readonly string[]; value: string } | undefined {
  const length = at(document.ends, node) - at(document.starts, node);
  if (node === 0 || isContainer(document, node) || length > longestSearched) return undefined;
  if (at(document.depths, node) > deepestSearched) return undefined;
  const path: string[] = [];
  for (let step = node; step > 0; step = at(document.parents, step)) {
    if (holdsJson(document, at(document.parents, step))) return undefined;
    const key = keyText(document, step);
    path.unshift(key === undefined ? String(at(document.places, step)) : decoded(key));
  }
  const text = valueText(document, node);
  const value = kindOf(document, node) === JsonKind.string ? decoded(text) : text;
  return [...path, value].some((one) => /[\r\n]/.test(one)) ? undefined : { path, value };
}

export type JsonDifference = NonNullable<ContractFinding['differences']>[number];

/** What is wrong with the values of a document, by the numbers of its nodes. */
interface PlacedDifferences {
  /** The problems of each node, in words. */
  readonly problems: ReadonlyMap<number, readonly string[]>;
  /** How many problems each container has inside. */
  readonly inside: ReadonlyMap<number, number>;
}

/** Finds the nodes that differ. A value that is missing belongs to the innermost container around its place. */
export function placeDifferences(
  document: JsonDocument,
  differences: readonly JsonDifference[],
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
