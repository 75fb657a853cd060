/** How many bytes of bodies may be in memory at once, from their first byte to their commit. */
export class InFlightBudget {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the bytes, or takes nothing and gives false where they are too many. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#limit) return false;
    this.#used += bytes;
    return true;
  }

  get used(): number {
    return this.#used;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}
