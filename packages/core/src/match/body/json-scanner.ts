import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  JsonTokenizer,
  jsonName,
  startOfJson,
} from '../../json/tokenizer.ts';
import { decodeString, type JsonNode, type JsonType } from './json-node.ts';

/**
 * Reads one JSON text in chunks, with a byte order mark before it or not. Nodes that were asked for keep their values.
 */
export class JsonScanner {
  readonly #values: AskedValues;
  readonly #tokenizer: JsonTokenizer;
  #isFirst = true;

  constructor(root: JsonNode) {
    this.#values = new AskedValues(root);
    this.#tokenizer = new JsonTokenizer(this.#values);
  }

  get failed(): boolean {
    return this.#tokenizer.fault !== undefined;
  }

  push(chunk: string): void {
    this.#values.beginChunk(chunk);
    let start = 0;
    if (this.#isFirst && chunk !== '') {
      this.#isFirst = false;
      start = startOfJson(chunk);
    }
    this.#tokenizer.read(chunk, start);
    if (!this.failed) this.#values.endChunk();
  }

  /** Ends the text. Gives whether all of it was one JSON text. */
  end(): boolean {
    this.#values.beginChunk('');
    return this.#tokenizer.end(0);
  }
}

const types: readonly JsonType[] = [
  'object',
  'array',
  'string',
  'number',
  'literal',
  'literal',
  'literal',
];

/**
 * Gives the values of a JSON text that comes in chunks to the nodes that were asked for. Of repeated names the last one
 * counts.
 */
class AskedValues implements JsonSink {
  readonly #root: JsonNode;
  #chunk = '';
  /** The number of open levels. */
  #depth = 0;
  /** The nodes of the outermost open levels, as far as these were asked for. */
  readonly #nodes: JsonNode[] = [];
  /** The index of the next item of each of these levels that is an array; -1 for an object. */
  readonly #indexes: number[] = [];
  /** The nodes whose values are under way, and are kept. */
  readonly #kept: JsonNode[] = [];
  /** Whether somebody asked for the value that began last. */
  #isKept = false;
  #isInName = false;
  /** The source of the name under way; `undefined` if nobody asked for a name of that length. */
  #name: string | undefined;
  #nameStart = 0;
  #member: JsonNode | undefined;

  constructor(root: JsonNode) {
    this.#root = root;
  }

  /** Begins a chunk: all that comes until its end is in it. */
  beginChunk(chunk: string): void {
    this.#chunk = chunk;
    this.#nameStart = 0;
  }

  /** The chunk is over, and what is under way goes on in the next one. */
  endChunk(): void {
    if (this.#isInName) this.#extendName(this.#chunk.length);
    for (const node of this.#kept) node.keep(this.#chunk);
  }

  begin(token: JsonToken, at: number): void {
    if (this.#isAskedLevel()) {
      if (token === jsonName) this.#beginName(at);
      else this.#beginValue(token, at);
    }
    if (token <= JsonKind.array) this.#depth += 1;
  }

  end(token: JsonToken, at: number): void {
    if (this.#isAskedLevel()) {
      if (token === jsonName) this.#endName(at - 1);
      else this.#endValue(token, at);
    }
    if (token <= JsonKind.array) this.#depth -= 1;
  }

  /** Whether the names or items of the innermost open level can lead to a node. */
  #isAskedLevel(): boolean {
    return this.#depth === this.#nodes.length;
  }

  #beginValue(kind: JsonKind, at: number): void {
    const node = this.#nodeOfValue();
    node?.begin();
    this.#isKept = node?.isAsked ?? false;
    if (node === undefined) return;
    if (this.#isKept) {
      node.open(types[kind] ?? 'literal', kind === JsonKind.string ? at + 1 : at);
      this.#kept.push(node);
    }
    if (kind <= JsonKind.array && (this.#isKept || node.members.size > 0)) {
      this.#nodes.push(node);
      this.#indexes.push(kind === JsonKind.array ? 0 : -1);
    }
  }

  #endValue(kind: JsonKind, at: number): void {
    if (kind <= JsonKind.array) {
      this.#indexes.pop();
      this.#isKept = this.#nodes.pop()?.isAsked ?? false;
    }
    if (this.#isKept) this.#kept.pop()?.close(this.#chunk, kind === JsonKind.string ? at - 1 : at);
  }

  /** The node of the value that begins here, if somebody asked for it or for something below it. */
  #nodeOfValue(): JsonNode | undefined {
    if (this.#depth === 0) return this.#root;
    const level = this.#depth - 1;
    const index = this.#indexes[level] ?? -1;
    if (index < 0) return this.#member;
    this.#indexes[level] = index + 1;
    return this.#nodes[level]?.items?.get(index);
  }

  #beginName(at: number): void {
    this.#isInName = true;
    this.#name = this.#nodes[this.#depth - 1]?.members.size === 0 ? undefined : '';
    this.#nameStart = at + 1;
  }

  #endName(end: number): void {
    this.#extendName(end);
    this.#isInName = false;
    this.#member =
      this.#name === undefined
        ? undefined
        : this.#nodes[this.#depth - 1]?.members.get(decodeString(this.#name));
  }

  #extendName(end: number): void {
    if (this.#name === undefined) return;
    this.#name += this.#chunk.slice(this.#nameStart, end);
    const longest = this.#nodes[this.#depth - 1]?.longestNameCharacters ?? 0;
    if (this.#name.length > longest) this.#name = undefined;
  }
}
