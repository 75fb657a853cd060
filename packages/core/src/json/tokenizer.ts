import * as grammar from './grammar.ts';

/** The kinds of JSON values. They are numbers, so that a million of them fit into one typed array. */
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

/** The token that names a member of an object. */
export const jsonName = 7;
export type JsonToken = JsonKind | typeof jsonName;

/** Is told of the tokens of a JSON text in their order, each with an index in the text that is being read. */
export interface JsonSink {
  /** A value or a name begins at that index. Quotes belong to it. */
  begin(token: JsonToken, at: number): void;
  /** The token that began last, or the innermost open container, ends before that index. */
  end(token: JsonToken, at: number): void;
}

/** The words, from that of `JsonKind.true` on. */
const words = ['true', 'false', 'null'];

/**
 * Reads one JSON text (RFC 8259), whole or in pieces that may end anywhere. It accepts what `JSON.parse` accepts at any
 * depth: it does not recurse, and keeps one bit for each open level. It converts nothing, so that digits, escapes,
 * repeated names and their order stay the sender's own.
 */
export class JsonTokenizer {
  readonly #sink: JsonSink;
  #state = grammar.atValue;
  /** For each open level: whether it is an object. */
  readonly #levels = new BitStack();
  #token: JsonToken = JsonKind.null;
  /** The letters of the word, or hex digits of the escape, that were seen. */
  #seen = 0;
  #fault: number | undefined;

  constructor(sink: JsonSink) {
    this.#sink = sink;
  }

  /** The place (see `grammar.ts`) at which the next character would stand, or at which one could not. */
  get state(): number {
    return this.#state;
  }

  /** The index of the first character that cannot stand there, in the piece that has it; nothing is read from there on. */
  get fault(): number | undefined {
    return this.#fault;
  }

  /** Whether the innermost open level is an object; `undefined` if none is open. */
  get isInObject(): boolean | undefined {
    return this.#levels.length === 0 ? undefined : this.#levels.top;
  }

  /** Whether what was read is one JSON text. A number alone is complete when it is ended. */
  get isComplete(): boolean {
    return (
      this.#fault === undefined && this.#levels.length === 0 && this.#state === grammar.afterValue
    );
  }

  /** Reads on, from one index of a piece to another. */
  read(text: string, start = 0, end = text.length): void {
    let at = start;
    while (at < end && this.#fault === undefined) {
      if (this.#state <= grammar.afterValue) at = this.#readStructure(text, at, end);
      else if (this.#state >= grammar.afterSign) at = this.#readNumber(text, at, end);
      else if (this.#state === grammar.inWord) at = this.#readWord(text, at, end);
      else at = this.#readString(text, at, end);
    }
  }

  /** Ends the text, whose end has that index. Gives whether all of it was one JSON text. */
  end(at: number): boolean {
    const isNumber = this.#fault === undefined && grammar.endsNumber(this.#state);
    if (isNumber && this.#levels.length === 0) this.#end(JsonKind.number, at);
    return this.isComplete;
  }

  /** Reads up to the first character within a token. Gives the index behind what was read, as the others do. */
  #readStructure(text: string, start: number, end: number): number {
    let now = this.#state;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      if (grammar.isSpace(code)) continue;
      const next = this.#next(now, code, at);
      if (next === grammar.failed) return this.#fail(at, now);
      now = next;
      if (now > grammar.afterValue) {
        this.#state = now;
        return at + 1;
      }
    }
    this.#state = now;
    return end;
  }

  #readString(text: string, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      if (this.#state === grammar.inString) {
        at = grammar.endOfPlain(text, at, end);
        if (at === end) break;
        if (text.charCodeAt(at) === grammar.quote) return this.#end(this.#token, at + 1);
      }
      const next = this.#nextInString(text.charCodeAt(at));
      if (next === grammar.failed) return this.#fail(at);
      this.#state = next;
    }
    return end;
  }

  #nextInString(code: number): number {
    switch (this.#state) {
      case grammar.inString:
        return code === grammar.backslash ? grammar.inEscape : grammar.failed;
      case grammar.inEscape:
        this.#seen = 0;
        if (code === 0x75) return grammar.inHex;
        return grammar.isEscapable(code) ? grammar.inString : grammar.failed;
      default:
        if (!grammar.isHexDigit(code)) return grammar.failed;
        this.#seen += 1;
        return this.#seen === 4 ? grammar.inString : grammar.inHex;
    }
  }

  #readNumber(text: string, start: number, end: number): number {
    let now = this.#state;
    for (let at = start; at < end; at++) {
      const next = grammar.nextInNumber(now, text.charCodeAt(at));
      if (next === grammar.afterValue) return this.#end(JsonKind.number, at);
      if (next === grammar.failed) return this.#fail(at, now);
      now = next;
    }
    this.#state = now;
    return end;
  }

  #readWord(text: string, start: number, end: number): number {
    const word = words[this.#token - JsonKind.true] ?? '';
    for (let at = start; at < end; at++) {
      if (text.charCodeAt(at) !== word.charCodeAt(this.#seen)) return this.#fail(at);
      this.#seen += 1;
      if (this.#seen === word.length) return this.#end(this.#token, at + 1);
    }
    return end;
  }

  /** The state behind a character between tokens. */
  #next(now: number, code: number, at: number): number {
    switch (now) {
      case grammar.afterValue:
        return this.#afterValue(code, at);
      case grammar.atValue:
        return this.#beginValue(code, at);
      case grammar.atValueOrEnd:
        return code === grammar.closeArray
          ? this.#close(JsonKind.array, at)
          : this.#beginValue(code, at);
      case grammar.afterName:
        return code === grammar.colon ? grammar.atValue : grammar.failed;
      default:
        if (code === grammar.quote) return this.#begin(jsonName, at, grammar.inString);
        if (code !== grammar.closeObject || now !== grammar.atNameOrEnd) return grammar.failed;
        return this.#close(JsonKind.object, at);
    }
  }

  #afterValue(code: number, at: number): number {
    if (this.#levels.length === 0) return grammar.failed;
    const isObject = this.#levels.top;
    if (code === grammar.comma) return isObject ? grammar.atName : grammar.atValue;
    if (code !== (isObject ? grammar.closeObject : grammar.closeArray)) return grammar.failed;
    return this.#close(isObject ? JsonKind.object : JsonKind.array, at);
  }

  #close(kind: JsonKind, at: number): number {
    this.#levels.pop();
    this.#sink.end(kind, at + 1);
    return grammar.afterValue;
  }

  #beginValue(code: number, at: number): number {
    if (code === grammar.quote) return this.#begin(JsonKind.string, at, grammar.inString);
    if (code === grammar.openObject || code === grammar.openArray) {
      const isObject = code === grammar.openObject;
      this.#levels.push(isObject);
      this.#sink.begin(isObject ? JsonKind.object : JsonKind.array, at);
      return isObject ? grammar.atNameOrEnd : grammar.atValueOrEnd;
    }
    if (code === grammar.minus || grammar.isDigit(code)) {
      const next = code === grammar.zero ? grammar.afterZero : grammar.inInteger;
      return this.#begin(JsonKind.number, at, code === grammar.minus ? grammar.afterSign : next);
    }
    switch (code) {
      case 0x74:
        return this.#begin(JsonKind.true, at, grammar.inWord);
      case 0x66:
        return this.#begin(JsonKind.false, at, grammar.inWord);
      case 0x6e:
        return this.#begin(JsonKind.null, at, grammar.inWord);
      default:
        return grammar.failed;
    }
  }

  #begin(token: JsonToken, at: number, next: number): number {
    this.#token = token;
    this.#seen = 1;
    this.#sink.begin(token, at);
    return next;
  }

  /** The token ends before that index. */
  #end(token: JsonToken, at: number): number {
    this.#sink.end(token, at);
    this.#state = token === jsonName ? grammar.afterName : grammar.afterValue;
    return at;
  }

  #fail(at: number, now = this.#state): number {
    this.#state = now;
    this.#fault = at;
    return at;
  }
}

/** Reads a whole text. Gives whether it is JSON. */
export function readJson(text: string, sink: JsonSink, start = 0): boolean {
  const tokenizer = new JsonTokenizer(sink);
  tokenizer.read(text, start);
  return tokenizer.end(text.length);
}

/** The index at which the JSON of a text begins: it may have a byte order mark before it. */
export function startOfJson(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** A stack of truth values that takes one bit for each. */
class BitStack {
  #bits = new Uint8Array(16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The value that was pushed last; `false` if there is none. */
  get top(): boolean {
    const last = this.#length - 1;
    return last >= 0 && ((this.#bits[last >> 3] ?? 0) & (1 << (last & 7))) !== 0;
  }

  push(value: boolean): void {
    const index = this.#length >> 3;
    if (index === this.#bits.length) {
      const wider = new Uint8Array(2 * index);
      wider.set(this.#bits);
      this.#bits = wider;
    }
    const bit = 1 << (this.#length & 7);
    const bits = this.#bits[index] ?? 0;
    this.#bits[index] = value ? bits | bit : bits & ~bit;
    this.#length += 1;
  }

  pop(): void {
    this.#length -= 1;
  }
}
