import { JsonKind, type JsonSink, type JsonToken, jsonName } from '@hookwell/bodies/json';
import { at, columnsFor, type JsonDocument } from './json-document.ts';

/** Collects the nodes of a text while it is scanned. */
export class JsonNodes implements JsonSink {
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
