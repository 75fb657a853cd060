import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  JsonTokenizer,
} from '@hookwell/core/json/tokenizer';

/** Where something stands in a text, in characters. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Finds the JSON object (RFC 8259) that a text is, with white space around it. The text comes in parts, each of which is looked at
 * once. `JSON.parse` accepts the same, but makes values: hostile text takes it a hundred times as long.
 */
export function jsonObjectIn(texts: Iterable<string>): Range | undefined {
  const outermost = new OutermostValue();
  const tokenizer = new JsonTokenizer(outermost);
  for (const text of texts) {
    tokenizer.read(text);
    outermost.before += text.length;
    if (tokenizer.fault !== undefined || outermost.isOther) return undefined;
  }
  const { first: start, last: end } = outermost;
  return tokenizer.isComplete && start !== undefined && end !== undefined
    ? { start, end }
    : undefined;
}

class OutermostValue implements JsonSink {
  /** The characters before those that are being read. */
  before = 0;
  first: number | undefined;
  last: number | undefined;
  /** Whether it is no object. */
  isOther = false;
  #depth = 0;

  begin(token: JsonToken, at: number): void {
    if (this.#depth === 0) {
      this.first = this.before + at;
      this.isOther = token !== JsonKind.object;
    }
    if (token <= JsonKind.array) this.#depth += 1;
  }

  end(token: JsonToken, at: number): void {
    if (token > JsonKind.array) return;
    this.#depth -= 1;
    if (this.#depth === 0) this.last = this.before + at;
  }
}
