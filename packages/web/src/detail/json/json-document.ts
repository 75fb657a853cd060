import { JsonKind } from '@hookwell/core/json/tokenizer';

export { JsonKind };

/** The places of nodes in a tree, by their numbers: node 0 is the whole, and the nodes inside a node follow it. */
interface TreeColumns {
  /** The number of the parent; -1 for the whole. */
  readonly parents: Int32Array;
  /** The number of containers around each node. */
  readonly depths: Int32Array;
  /** The place among the children of the parent, from 0. */
  readonly places: Int32Array;
  readonly childCounts: Int32Array;
  /** The number of the first node behind each node that is not inside it. */
  readonly afters: Int32Array;
}

/** A tree of so many nodes. */
export interface Tree extends TreeColumns {
  readonly size: number;
}

/** The facts about each node of a document, by its number. */
export interface JsonColumns extends TreeColumns {
  readonly kinds: Uint8Array;
  /** The indexes of each value in the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The indexes of each name in the text, quotes included; -1 in arrays and for the whole. */
  readonly keyStarts: Int32Array;
  readonly keyEnds: Int32Array;
}

/**
 * A JSON text and the places of its values. Each value is a node with a number in the order of the text. Nothing is
 * converted: digits, escapes, repeated names and their order are read from the text itself.
 */
export interface JsonDocument extends JsonColumns, Tree {
  readonly text: string;
  /**
   * The innermost container that was open where the text was cut off, or -1 if the text is whole. This container and
   * those around it have more children than were read.
   */
  readonly cutIn: number;
}

/** Columns for so many nodes, with those of other columns as far as they go. */
export function columnsFor(size: number, from?: JsonColumns): JsonColumns {
  const numbers = (column: Exclude<keyof JsonColumns, 'kinds'>) =>
    filled(new Int32Array(size), from?.[column]);
  return {
    kinds: filled(new Uint8Array(size), from?.kinds),
    starts: numbers('starts'),
    ends: numbers('ends'),
    keyStarts: numbers('keyStarts'),
    keyEnds: numbers('keyEnds'),
    parents: numbers('parents'),
    depths: numbers('depths'),
    places: numbers('places'),
    childCounts: numbers('childCounts'),
    afters: numbers('afters'),
  };
}

function filled<Numbers extends Uint8Array | Int32Array>(empty: Numbers, from?: Numbers): Numbers {
  if (from !== undefined) empty.set(from.subarray(0, empty.length));
  return empty;
}

export function kindOf(document: JsonDocument, node: number): JsonKind {
  // The scanner writes only kinds there.
  return document.kinds[node] as JsonKind;
}

export function isContainer(document: JsonDocument, node: number): boolean {
  return at(document.kinds, node) <= JsonKind.array;
}

/** Whether a node has children to show: a container that is not empty, or a text that holds one. */
export function hasChildren(document: TreeColumns, node: number): boolean {
  return at(document.childCounts, node) > 0;
}

/** Whether a text holds JSON, whose nodes are its children (see `withTextsOpened`). */
export function holdsJson(document: JsonDocument, node: number): boolean {
  return kindOf(document, node) === JsonKind.string && hasChildren(document, node);
}

/** Whether the children of a node have names. The node must have children. */
export function hasNames(document: JsonDocument, node: number): boolean {
  return at(document.keyStarts, node + 1) >= 0;
}

/** Whether the text was cut off inside a node, so that the node has more children than were read. */
export function isCutOff({ cutIn, afters }: JsonDocument, node: number): boolean {
  return cutIn >= node && cutIn < at(afters, node);
}

/** The sender's own text of a value. */
export function valueText(document: JsonDocument, node: number): string {
  return document.text.slice(at(document.starts, node), at(document.ends, node));
}

/** The sender's own text of a name, in its quotes. Absent in arrays and for the whole. */
export function keyText(document: JsonDocument, node: number): string | undefined {
  const start = at(document.keyStarts, node);
  return start < 0 ? undefined : document.text.slice(start, at(document.keyEnds, node));
}

/** The text that a string literal of a scanned document means. */
export function decoded(literal: string): string {
  // The scanner has checked the literal.
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}

/** An element of a typed array. The index must be inside of it. */
export function at(numbers: Int32Array | Uint8Array, index: number): number {
  return numbers[index] ?? -1;
}
