import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  JsonTokenizer,
} from '@hookwell/core/json/tokenizer';

/** Says whether UTF-8 text that comes in pieces is one JSON object (RFC 8259). It looks at each byte once. */
export class JsonScanner {
  readonly #outermost = new OutermostValue();
  readonly #tokenizer = new JsonTokenizer(this.#outermost);

  /** The place of the object's first byte, counted from the first byte that was fed. */
  get start(): number | undefined {
    return this.#outermost.startPlace;
  }

  /** The place behind its last byte. */
  get end(): number | undefined {
    return this.#outermost.endPlace;
  }

  get failed(): boolean {
    return this.#tokenizer.fault !== undefined || this.#outermost.isOther;
  }

  /** Whether all that was fed is one JSON object, with white space around it. */
  get isObject(): boolean {
    return this.#tokenizer.isComplete && !this.#outermost.isOther;
  }

  feed(bytes: Uint8Array): void {
    if (this.failed) return;
    // A text with a character for each byte: all that JSON itself is made of is ASCII.
    const characters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    this.#tokenizer.read(characters);
    this.#outermost.fed += bytes.length;
  }
}

class OutermostValue implements JsonSink {
  /** The bytes that were fed before those that are being read. */
  fed = 0;
  startPlace: number | undefined;
  endPlace: number | undefined;
  /** Whether it is no object. */
  isOther = false;
  #depth = 0;

  begin(token: JsonToken, at: number): void {
    if (this.#depth === 0) {
      this.startPlace = this.fed + at;
      this.isOther = token !== JsonKind.object;
    }
    if (token <= JsonKind.array) this.#depth += 1;
  }

  end(token: JsonToken, at: number): void {
    if (token > JsonKind.array) return;
    this.#depth -= 1;
    if (this.#depth === 0) this.endPlace = this.fed + at;
  }
}
