const recentMs = 2_000;

/** The items that came to the top of a list within the last two seconds. */
export class RecentAdditions {
  /** The lowest id and the time of each addition, the oldest first. */
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
    const after = performance.now() - recentMs;
    const kept = this.#additions.findIndex(({ at }) => at >= after);
    this.#additions.splice(0, kept < 0 ? this.#additions.length : kept);
  }
}
