import { JsonKind, type JsonSink, type JsonToken, jsonName } from '@hookwell/bodies/json';
import type { JsonDocument } from './json-document.ts';

/** Collects the nodes of a document while it is scanned. */
export class JsonNodes implements JsonSink {
  size = 0;
  /** The innermost open container, or -1. */
  open = -1;
  /** The start of the token that began last. */
  start = 0;
  #kinds = new Uint8Array(256);
  #starts = new Int32Array(256);
  #ends = new Int32Array(256);
  #keyStarts = new Int32Array(256);
  #keyEnds = new Int32Array(256);
  #parents = new Int32Array(256);
  #depths = new Int32Array(256);
  #places = new Int32Array(256);
  #childCounts = new Int32Array(256);
  #afters = new Int32Array(256);
  #keyStart = -1;
  #keyEnd = -1;

  begin(token: JsonToken, at: number): void {
    this.start = at;
    if (token <= JsonKind.array) this.open = this.#add(token, at + 1);
  }

  end(token: JsonToken, at: number): void {
    if (token <= JsonKind.array) this.closeContainer(at);
    else if (token === jsonName) {
      this.#keyStart = this.start;
      this.#keyEnd = at;
    } else this.#add(token, at);
  }

  closeContainer(end: number): void {
    this.#ends[this.open] = end;
    this.#afters[this.open] = this.size;
    this.open = this.#parents[this.open] ?? -1;
  }

  /** Adds the value that began last to the open container. */
  #add(kind: JsonToken, end: number): number {
    if (this.size === this.#kinds.length) this.#grow();
    const node = this.size++;
    const parent = this.open;
    this.#kinds[node] = kind;
    this.#starts[node] = this.start;
    this.#ends[node] = end;
    this.#keyStarts[node] = this.#keyStart;
    this.#keyEnds[node] = this.#keyEnd;
    this.#parents[node] = parent;
    this.#depths[node] = parent < 0 ? 0 : (this.#depths[parent] ?? 0) + 1;
    this.#places[node] = parent < 0 ? 0 : (this.#childCounts[parent] ?? 0);
    if (parent >= 0) this.#childCounts[parent] = (this.#childCounts[parent] ?? 0) + 1;
    this.#afters[node] = this.size;
    this.#keyStart = -1;
    this.#keyEnd = -1;
    return node;
  }

  document(text: string, cutIn = -1): JsonDocument {
    const { size } = this;
    return {
      text,
      size,
      cutIn,
      kinds: this.#kinds.slice(0, size),
      starts: this.#starts.slice(0, size),
      ends: this.#ends.slice(0, size),
      keyStarts: this.#keyStarts.slice(0, size),
      keyEnds: this.#keyEnds.slice(0, size),
      parents: this.#parents.slice(0, size),
      depths: this.#depths.slice(0, size),
      places: this.#places.slice(0, size),
      childCounts: this.#childCounts.slice(0, size),
      afters: this.#afters.slice(0, size),
    };
  }

  #grow(): void {
    const length = this.size * 2;
    this.#kinds = widened(this.#kinds, new Uint8Array(length));
    this.#starts = widened(this.#starts, new Int32Array(length));
    this.#ends = widened(this.#ends, new Int32Array(length));
    this.#keyStarts = widened(this.#keyStarts, new Int32Array(length));
    this.#keyEnds = widened(this.#keyEnds, new Int32Array(length));
    this.#parents = widened(this.#parents, new Int32Array(length));
    this.#depths = widened(this.#depths, new Int32Array(length));
    this.#places = widened(this.#places, new Int32Array(length));
    this.#childCounts = widened(this.#childCounts, new Int32Array(length));
    this.#afters = widened(this.#afters, new Int32Array(length));
  }
}

function widened<Numbers extends Uint8Array | Int32Array>(
  numbers: Numbers,
  wider: Numbers,
): Numbers {
  wider.set(numbers);
  return wider;
}
