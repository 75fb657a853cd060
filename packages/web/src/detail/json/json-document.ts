/** What kind of value a node is. Numbers, so that a million of them fit in one typed array. */
export const JsonKind = {
  object: 0,
  array: 1,
  string: 2,
  number: 3,
  true: 4,
  false: 5,
  null: 6,
} as const;
export type JsonKind = (typeof JsonKind)[keyof typeof JsonKind];

/**
 * A JSON text and where everything is in it. Nodes are numbered in the order of the text, so that the
 * nodes below one follow it; node 0 is the whole. Nothing is converted: digits, escapes, repeated names
 * and their order are read from the text itself.
 */
export interface JsonDocument {
  readonly text: string;
  readonly size: number;
  /** False where the text was cut off and what is open at its end was closed. */
  readonly isComplete: boolean;
  readonly kinds: Uint8Array;
  /** The text of each value: from, to. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The text of each name, quotes included; -1 in arrays and for the whole. */
  readonly keyStarts: Int32Array;
  readonly keyEnds: Int32Array;
  /** -1 for the whole. */
  readonly parents: Int32Array;
  /** How many containers a node is in. */
  readonly depths: Int32Array;
  /** Its place among the children of its parent, from 0. */
  readonly places: Int32Array;
  readonly childCounts: Int32Array;
  /** The first node after it that is not below it. */
  readonly afters: Int32Array;
}

/** The kind of a node. */
export function kindOf(document: JsonDocument, node: number): JsonKind {
  // The scanner writes nothing else there.
  return document.kinds[node] as JsonKind;
}

export function isContainer(document: JsonDocument, node: number): boolean {
  return at(document.kinds, node) <= JsonKind.array;
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

/** What a string literal of a scanned document says. */
export function decoded(literal: string): string {
  // The scanner has checked that it is one.
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}

/** An element that is there. */
export function at(numbers: Int32Array | Uint8Array, index: number): number {
  return numbers[index] ?? -1;
}
