/** In milliseconds. */
const justNow = 2_000;

/** What came to the top of a list within the last two seconds. */
export class RecentAdditions {
  /** From which id on each of them was, and when; oldest first. */
  readonly #additions: { from: number; at: number }[] = [];

  add(lowestId: number): void {
    this.#forgetOld();
    this.#additions.push({ from: lowestId, at: performance.now() });
  }

  has(id: number): boolean {
    this.#forgetOld();
    const [first] = this.#additions;
    return first !== undefined && id >= first.from;
  }

  #forgetOld(): void {
    const after = performance.now() - justNow;
    const kept = this.#additions.findIndex(({ at }) => at >= after);
    this.#additions.splice(0, kept < 0 ? this.#additions.length : kept);
  }
}
