import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  JsonTokenizer,
  jsonName,
  startOfJson,
} from '@hookwell/core/json/tokenizer';
import { at, columnsFor, type JsonDocument } from './json-document.ts';
import { type JsonFault, jsonFault } from './json-fault.ts';

/** Collects the nodes of a text while it is scanned. */
class JsonNodes implements JsonSink {
  size = 0;
  /** The innermost open container, or -1. */
  open = -1;
  /** The start of the token that began last. */
  start = 0;
  readonly #text: string;
  #columns;
  #keyStart = -1;
  #keyEnd = -1;

  constructor(text: string) {
    this.#text = text;
    this.#columns = columnsFor(Math.max(256, text.length >> 4));
  }

  begin(token: JsonToken, place: number): void {
    this.start = place;
    if (token <= JsonKind.array) this.open = this.#add(token, place + 1);
  }

  end(token: JsonToken, place: number): void {
    if (token <= JsonKind.array) this.closeContainer(place);
    else if (token === jsonName) {
      this.#keyStart = this.start;
      this.#keyEnd = place;
    } else this.#add(token, place);
  }

  closeContainer(end: number): void {
    const { ends, afters, parents } = this.#columns;
    ends[this.open] = end;
    afters[this.open] = this.size;
    this.open = at(parents, this.open);
  }

  /** Adds the value that began last to the open container. */
  #add(kind: JsonToken, end: number): number {
    const node = this.size++;
    const parent = this.open;
    if (node === this.#columns.kinds.length) this.#columns = columnsFor(2 * node, this.#columns);
    const columns = this.#columns;
    columns.kinds[node] = kind;
    columns.starts[node] = this.start;
    columns.ends[node] = end;
    columns.keyStarts[node] = this.#keyStart;
    columns.keyEnds[node] = this.#keyEnd;
    columns.parents[node] = parent;
    columns.afters[node] = this.size;
    if (parent >= 0) {
      const place = at(columns.childCounts, parent);
      columns.depths[node] = at(columns.depths, parent) + 1;
      columns.places[node] = place;
      columns.childCounts[parent] = place + 1;
    }
    this.#keyStart = -1;
    this.#keyEnd = -1;
    return node;
  }

  document(cutIn = -1): JsonDocument {
    const { size } = this;
    return { text: this.#text, size, cutIn, ...columnsFor(size, this.#columns) };
  }
}

export type ScannedJson = { ok: true; document: JsonDocument } | { ok: false; fault: JsonFault };

/**
 * Reads a JSON text (RFC 8259) without converting anything: digits, escapes, repeated names and their order stay.
 * Nesting costs no stack. With `isCut`, the text is only the beginning of a JSON text. Containers open at its end are
 * closed there, and a value that is cut off itself is left out.
 */
export function scanJson(text: string, { isCut = false } = {}): ScannedJson {
  const nodes = new JsonNodes(text);
  const tokenizer = new JsonTokenizer(nodes);
  tokenizer.read(text, startOfJson(text));
  // More digits may have been cut off.
  if (!isCut) tokenizer.end(text.length);
  if (tokenizer.isComplete) return { ok: true, document: nodes.document() };
  const fault = jsonFault(text, tokenizer, nodes.start, isCut);
  if (!isCut || !fault.atEnd || nodes.size === 0) return { ok: false, fault };
  const cutIn = nodes.open;
  while (nodes.open >= 0) nodes.closeContainer(text.length);
  return { ok: true, document: nodes.document(cutIn) };
}
