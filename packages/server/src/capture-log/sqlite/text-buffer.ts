const comma = 0x2c;

/** One UTF-16 unit takes so many bytes of UTF-8 at most. */
const mostBytesOfUnit = 3;

/** Texts in UTF-8, each behind a comma. Its memory serves one page after the other. */
export class TextBuffer {
  #bytes = Buffer.allocUnsafeSlow(512 * 1024);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  add(text: string): void {
    this.#makeRoom(1 + mostBytesOfUnit * text.length);
    this.#bytes[this.length] = comma;
    this.length += 1 + this.#bytes.write(text, this.length + 1);
  }

  /** The texts in memory of their own. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.subarray(0, this.length));
  }

  #makeRoom(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}
