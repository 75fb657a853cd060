/** Numbers that look random and follow from a seed alone: the same on every platform. */
export class RandomNumbers {
  #state: number;

  /** @param seed a whole number from 0 to 4,294,967,295 */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 up to, but without, the bound. */
  below(bound: number): number {
    return Math.floor((this.#next() / 2 ** 32) * bound);
  }

  /**
   * The next 32 bits: a counter that is mixed well (SplitMix in 32 bits; multipliers of
   * https://github.com/skeeto/hash-prospector). The operations are those of 32-bit integers, which all engines agree on.
   */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  }
}
