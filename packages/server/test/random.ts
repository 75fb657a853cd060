/** Random choices that are the same for the same numbers (mulberry32). */
export class Random {
  #state: number;

  /** @param numbers a seed, and numbers that tell users of the same seed apart */
  constructor(...numbers: readonly number[]) {
    this.#state = numbers.reduce(
      (hash, number) => Math.imul(hash ^ number, 0x01000193),
      0x811c9dc5,
    );
    for (let round = 0; round < 4; round += 1) this.next();
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @param items one at least */
  pick<const Items extends readonly unknown[]>(items: Items): Items[number] {
    return items[this.below(items.length)];
  }

  /** A size up to the most: mostly small, one time in four exactly the most. */
  size(most: number): number {
    return this.chance(0.25) ? most : Math.floor(most * this.next() ** 4);
  }

  /** So many things. */
  list<Item>(count: number, make: (index: number) => Item): Item[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}
