/** A stack of truth values that takes one bit for each. */
export class BitStack {
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
