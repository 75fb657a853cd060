import { isPair, loneSurrogate, utf8Of } from './code-points.ts';

const backslash = 0x5c;
const smallU = 0x75;

/** What the letter behind a backslash stands for. */
const escapes: ReadonlyMap<number, number> = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [
    letter.charCodeAt(0),
    '"\\/\b\f\n\r\t'.charCodeAt(index),
  ]),
);

/**
 * The text of a JSON string in UTF-8, from its content in pieces that may end anywhere. The content is known to be
 * valid. Its bytes are never a text in between, which would take a multiple of their memory.
 */
export class StringBytes {
  #bytes = new Uint8Array(64);
  #length = 0;
  /** The characters of an escape that has begun, without its backslash; `undefined` between escapes. */
  #escape: string | undefined;
  /** The first half of a surrogate pair, whose second half may follow; 0 for none. */
  #half = 0;

  push(content: Uint8Array): void {
    for (let at = 0; at < content.length; ) {
      if (this.#escape !== undefined) {
        this.#readEscape(content[at] ?? 0);
        at += 1;
        continue;
      }
      const next = content.indexOf(backslash, at);
      const end = next === -1 ? content.length : next;
      if (end > at) this.#appendPlain(content.subarray(at, end));
      if (next === -1) return;
      at = this.#shortEscape(content, end + 1);
    }
  }

  /** All bytes, once the whole content was pushed. */
  end(): Uint8Array<ArrayBuffer> {
    this.#endHalf();
    // A copy, if much of the memory is not used: many strings are kept at once.
    const isTight = this.#length > this.#bytes.length * 0.75;
    return isTight ? this.#bytes.subarray(0, this.#length) : this.#bytes.slice(0, this.#length);
  }

  /** Reads an escape at once if the piece has all of it. Gives the index behind what was read. */
  #shortEscape(content: Uint8Array, at: number): number {
    const letter = content[at];
    if (letter !== undefined && letter !== smallU) {
      this.#appendUnit(escapes.get(letter) ?? letter);
      return at + 1;
    }
    if (at + 5 <= content.length) {
      this.#appendUnit(unitAt(content, at + 1));
      return at + 5;
    }
    this.#escape = '';
    return at;
  }

  #appendPlain(bytes: Uint8Array): void {
    this.#endHalf();
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Reads a character of an escape with digits, or of one that begins with a piece. */
  #readEscape(code: number): void {
    const read = (this.#escape ?? '') + String.fromCharCode(code);
    const isLong = read.startsWith('u');
    this.#escape = isLong && read.length < 5 ? read : undefined;
    if (!isLong) this.#appendUnit(escapes.get(code) ?? code);
    else if (read.length === 5) this.#appendUnit(Number.parseInt(read.slice(1), 16));
  }

  /** Appends a unit of UTF-16. */
  #appendUnit(unit: number): void {
    if (isPair(this.#half, unit)) {
      const pair = String.fromCharCode(this.#half, unit).codePointAt(0) ?? loneSurrogate;
      this.#half = 0;
      this.#appendCode(pair);
      return;
    }
    this.#endHalf();
    if (unit >= 0xd800 && unit <= 0xdbff) this.#half = unit;
    else this.#appendCode(unit);
  }

  #endHalf(): void {
    if (this.#half === 0) return;
    this.#half = 0;
    this.#appendCode(loneSurrogate);
  }

  #appendCode(code: number): void {
    this.#makeRoom(4);
    if (code < 0x80) {
      this.#bytes[this.#length] = code;
      this.#length += 1;
      return;
    }
    const bytes = utf8Of(code);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #makeRoom(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    wider.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = wider;
  }
}

/** The unit of UTF-16 that four hexadecimal digits stand for. */
function unitAt(content: Uint8Array, at: number): number {
  let unit = 0;
  for (let place = at; place < at + 4; place++) {
    const code = content[place] ?? 0;
    // `A` and `a` have 1 in their last four bits.
    unit = (unit << 4) | (code <= 0x39 ? code & 0xf : (code & 0xf) + 9);
  }
  return unit;
}
