/** The names of all open elements together, with their lengths. Deeper documents count as not well-formed. */
const mostOpenBytes = 32 * 1024 * 1024;
/** The attributes of one element, and the bytes of their names together. */
const mostAttributes = 65_536;
const mostAttributeBytes = 4 * 1024 * 1024;

/** The length of a name stands behind it in one byte; that of a longer name in four bytes with this mark behind them. */
const longMark = 0xff;

/** Bytes that grow and shrink at their end. */
class GrowingBytes {
  bytes = Buffer.alloc(128);
  length = 0;

  push(byte: number): void {
    if (this.length === this.bytes.length) {
      const wider = Buffer.alloc(2 * this.length);
      wider.set(this.bytes);
      this.bytes = wider;
    }
    this.bytes[this.length] = byte;
    this.length += 1;
  }
}

/** The names of the open elements, as bytes: `<a>` costs two bytes and no object. */
export class OpenElements {
  readonly #names = new GrowingBytes();
  #nameStart = 0;
  /** The name of the innermost element, and the place up to which an end tag was compared with it. */
  #innermost = 0;
  #innermostEnd = 0;
  #compared = 0;
  #isEqual = true;
  count = 0;

  /** Takes the name of an element that is being opened, byte by byte. False if that makes too many. */
  push(byte: number): boolean {
    this.#names.push(byte);
    return this.#names.length < mostOpenBytes;
  }

  /** The element is open. */
  open(): void {
    const names = this.#names;
    const end = names.length;
    const length = end - this.#nameStart;
    if (length >= longMark) {
      for (let shift = 0; shift < 32; shift += 8) names.push((length >>> shift) & 0xff);
    }
    names.push(Math.min(length, longMark));
    this.#innermost = this.#nameStart;
    this.#innermostEnd = end;
    this.#nameStart = names.length;
    this.count += 1;
  }

  /** The element was closed with the tag that began it. */
  discard(): void {
    this.#names.length = this.#nameStart;
  }

  /** An end tag begins. */
  beginEnd(): void {
    this.#compared = this.#innermost;
    this.#isEqual = true;
  }

  compare(byte: number): void {
    this.#isEqual &&=
      this.#compared < this.#innermostEnd && this.#names.bytes[this.#compared] === byte;
    this.#compared += 1;
  }

  /** Closes the innermost element. False if the end tag has another name. */
  close(): boolean {
    if (this.count === 0 || !this.#isEqual || this.#compared !== this.#innermostEnd) return false;
    this.count -= 1;
    this.#names.length = this.#innermost;
    this.#nameStart = this.#innermost;
    if (this.count > 0) this.#findInnermost();
    return true;
  }

  #findInnermost(): void {
    const { bytes, length } = this.#names;
    const short = bytes[length - 1] ?? 0;
    const [end, size] =
      short === longMark ? [length - 5, bytes.readUInt32LE(length - 5)] : [length - 1, short];
    this.#innermostEnd = end;
    this.#innermost = end - size;
  }
}

/** The attributes of the element that is being opened. */
export class Attributes {
  readonly #name = new GrowingBytes();
  readonly #seen = new Set<string>();
  #bytes = 0;

  /** Takes a name byte by byte. */
  push(byte: number): void {
    this.#name.push(byte);
  }

  /** Ends the name. False if the element had it before, or has too many. */
  add(): boolean {
    const { bytes, length } = this.#name;
    this.#bytes += length;
    if (this.#bytes > mostAttributeBytes || this.#seen.size >= mostAttributes) return false;
    const name = bytes.toString('latin1', 0, length);
    this.#name.length = 0;
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    return true;
  }

  /** The element is open. */
  clear(): void {
    if (this.#bytes === 0) return;
    this.#seen.clear();
    this.#bytes = 0;
  }
}
