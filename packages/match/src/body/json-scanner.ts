import { stepsOf, type Work } from '../text/work.ts';
import { BitStack } from './bit-stack.ts';
import type { JsonNode, JsonType } from './json-node.ts';
import * as state from './json-states.ts';
import { decodeString } from './json-string.ts';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];
const minus = 0x2d;
const byteOrderMark = 0xfeff;

/** The rest of the three literals, by their first letter. */
const literals: ReadonlyMap<number, string> = new Map([
  [0x74, 'rue'],
  [0x66, 'alse'],
  [0x6e, 'ull'],
]);

/** So many characters are read between two pauses: some 0.5 ms. */
const charactersOfTurn = 32 * 1024;

/**
 * Reads one JSON text (RFC 8259) in chunks, with a byte order mark before it or not. It accepts what `JSON.parse`
 * accepts at any depth: it does not recurse, and keeps one bit for each open level. Nodes that were asked for keep their
 * values; of repeated names the last one counts.
 */
export class JsonScanner {
  readonly #root: JsonNode;
  readonly #work: Work;
  #state = state.atValue;
  #isFirst = true;
  /** For each open level: whether it is an object. */
  readonly #levels = new BitStack();
  /** The nodes of the outermost open levels, as far as these were asked for. */
  readonly #nodes: JsonNode[] = [];
  /** The index of the item under way in each of these levels that is an array. */
  readonly #indexes: number[] = [];
  /** The nodes whose values are under way, and are kept. */
  readonly #kept: JsonNode[] = [];
  /** Whether somebody asked for the value that began last. */
  #isKept = false;
  #isKey = false;
  /** The source of the name under way; `undefined` if nobody asked for a name of that length. */
  #key: string | undefined;
  #keyStart = 0;
  #member: JsonNode | undefined;
  #literal = '';
  /** The letters of the literal, or hex digits of the escape, that were seen. */
  #seen = 0;
  #chunk = '';

  constructor(root: JsonNode, work: Work) {
    this.#root = root;
    this.#work = work;
  }

  get failed(): boolean {
    return this.#state === state.failed;
  }

  push(chunk: string): void {
    this.#scan(chunk, this.#begin(chunk), chunk.length);
    this.#finish(chunk);
  }

  /** The same with pauses in a long chunk. */
  *pushInSteps(chunk: string): Generator<void, void> {
    let at = this.#begin(chunk);
    for (; at + charactersOfTurn < chunk.length && !this.failed; at += charactersOfTurn) {
      this.#scan(chunk, at, at + charactersOfTurn);
      yield;
    }
    this.#scan(chunk, at, chunk.length);
    this.#finish(chunk);
  }

  /** Gives the index at which the JSON of the chunk begins. */
  #begin(chunk: string): number {
    this.#chunk = chunk;
    this.#keyStart = 0;
    if (!this.#isFirst || chunk === '') return 0;
    this.#isFirst = false;
    return chunk.charCodeAt(0) === byteOrderMark ? 1 : 0;
  }

  #finish(chunk: string): void {
    if (this.#isInKey()) this.#extendKey(chunk.length);
    if (this.failed) this.#kept.length = 0;
    for (const node of this.#kept) node.keep(chunk);
  }

  #scan(chunk: string, start: number, end: number): void {
    this.#work.steps += stepsOf.json * (end - start);
    for (let at = start; at < end && this.#state !== state.failed; at++) {
      if (this.#state === state.inString) at = endOfPlain(chunk, at, end);
      if (at < end) this.#state = this.#next(chunk.charCodeAt(at), at);
    }
  }

  /** Ends the text. Gives whether all of it was one JSON text. */
  end(): boolean {
    if (this.#levels.length > 0) return false;
    if (state.endsNumber(this.#state)) {
      this.#chunk = '';
      this.#endScalar(0);
      this.#state = state.afterValue;
    }
    return this.#state === state.afterValue;
  }

  #next(code: number, at: number): number {
    switch (this.#state) {
      case state.inString:
        if (code === quote) return this.#endString(at);
        return code === backslash ? state.inEscape : state.failed;
      case state.inEscape:
        this.#seen = 0;
        if (code === 0x75) return state.inHex;
        return state.isEscapable(code) ? state.inString : state.failed;
      case state.inHex:
        if (!state.isHexDigit(code)) return state.failed;
        this.#seen += 1;
        return this.#seen === 4 ? state.inString : state.inHex;
      case state.inLiteral:
        return this.#nextInLiteral(code, at);
      case state.atValue:
      case state.atValueOrEnd:
        if (state.isJsonSpace(code)) return this.#state;
        if (code === closeArray && this.#state === state.atValueOrEnd) return this.#close(at);
        return this.#value(code, at);
      case state.afterValue:
        return this.#afterValue(code, at);
      case state.atKey:
      case state.atKeyOrEnd:
        if (state.isJsonSpace(code)) return this.#state;
        if (code === closeObject && this.#state === state.atKeyOrEnd) return this.#close(at);
        return code === quote ? this.#startKey(at) : state.failed;
      case state.afterKey:
        if (code === colon) return state.atValue;
        return state.isJsonSpace(code) ? state.afterKey : state.failed;
      default:
        return this.#nextInNumber(code, at);
    }
  }

  #nextInNumber(code: number, at: number): number {
    const next = state.nextInNumber(this.#state, code);
    if (next !== state.afterValue) return next;
    this.#endScalar(at);
    return this.#afterValue(code, at);
  }

  #nextInLiteral(code: number, at: number): number {
    if (code !== this.#literal.charCodeAt(this.#seen)) return state.failed;
    this.#seen += 1;
    if (this.#seen < this.#literal.length) return state.inLiteral;
    this.#endScalar(at + 1);
    return state.afterValue;
  }

  #value(code: number, at: number): number {
    const node = this.#nodeOfValue();
    node?.begin();
    if (code === quote) {
      this.#isKey = false;
      this.#keep(node, 'string', at + 1);
      return state.inString;
    }
    if (code === openObject || code === openArray) {
      this.#keep(node, code === openObject ? 'object' : 'array', at);
      return this.#open(node, code === openObject);
    }
    if (code === minus || state.isDigit(code)) {
      this.#keep(node, 'number', at);
      if (code === minus) return state.afterSign;
      return code === 0x30 ? state.afterZero : state.inInteger;
    }
    const literal = literals.get(code);
    if (literal === undefined) return state.failed;
    this.#keep(node, 'literal', at);
    this.#literal = literal;
    this.#seen = 0;
    return state.inLiteral;
  }

  #afterValue(code: number, at: number): number {
    if (state.isJsonSpace(code)) return state.afterValue;
    if (this.#levels.length === 0) return state.failed;
    const isObject = this.#levels.top;
    if (code === comma) {
      if (!isObject && this.#isAskedLevel()) this.#countItem();
      return isObject ? state.atKey : state.atValue;
    }
    return code === (isObject ? closeObject : closeArray) ? this.#close(at) : state.failed;
  }

  /** The node of the value that begins here, if somebody asked for it or for something below it. */
  #nodeOfValue(): JsonNode | undefined {
    if (this.#levels.length === 0) return this.#root;
    if (!this.#isAskedLevel()) return undefined;
    if (this.#levels.top) return this.#member;
    const level = this.#nodes.length - 1;
    return this.#nodes[level]?.items?.get(this.#indexes[level] ?? 0);
  }

  #isAskedLevel(): boolean {
    return this.#levels.length === this.#nodes.length;
  }

  #countItem(): void {
    const level = this.#indexes.length - 1;
    this.#indexes[level] = (this.#indexes[level] ?? 0) + 1;
  }

  #open(node: JsonNode | undefined, isObject: boolean): number {
    if (node !== undefined && (node.isAsked || node.members.size > 0)) {
      this.#nodes.push(node);
      this.#indexes.push(0);
    }
    this.#levels.push(isObject);
    return isObject ? state.atKeyOrEnd : state.atValueOrEnd;
  }

  #close(at: number): number {
    if (this.#isAskedLevel()) {
      const node = this.#nodes.pop();
      this.#indexes.pop();
      if (node?.isAsked) this.#kept.pop()?.close(this.#chunk, at + 1);
    }
    this.#levels.pop();
    return state.afterValue;
  }

  #keep(node: JsonNode | undefined, type: JsonType, at: number): void {
    this.#isKept = node?.isAsked ?? false;
    if (node === undefined || !this.#isKept) return;
    node.open(type, at);
    this.#kept.push(node);
  }

  #endScalar(at: number): void {
    if (this.#isKept) this.#kept.pop()?.close(this.#chunk, at);
  }

  #endString(at: number): number {
    if (!this.#isKey) {
      this.#endScalar(at);
      return state.afterValue;
    }
    this.#extendKey(at);
    this.#isKey = false;
    this.#member =
      this.#key === undefined
        ? undefined
        : this.#nodes[this.#nodes.length - 1]?.members.get(decodeString(this.#key));
    return state.afterKey;
  }

  #startKey(at: number): number {
    const node = this.#isAskedLevel() ? this.#nodes[this.#nodes.length - 1] : undefined;
    this.#isKey = true;
    this.#key = node !== undefined && node.members.size > 0 ? '' : undefined;
    this.#keyStart = at + 1;
    return state.inString;
  }

  #isInKey(): boolean {
    const isInString =
      this.#state === state.inString ||
      this.#state === state.inEscape ||
      this.#state === state.inHex;
    return this.#isKey && isInString;
  }

  #extendKey(end: number): void {
    if (this.#key === undefined) return;
    this.#key += this.#chunk.slice(this.#keyStart, end);
    const longest = this.#nodes[this.#nodes.length - 1]?.longestNameCharacters ?? 0;
    if (this.#key.length > longest) this.#key = undefined;
  }
}

/** The index of the next quote, backslash or control character of a string, up to an end. */
function endOfPlain(chunk: string, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const code = chunk.charCodeAt(at);
    if (code < 0x20 || code === quote || code === backslash) break;
  }
  return at;
}
