/** Pairs of numbers, asked for the least value among those with a key from a bound on. */
export class Earliest {
  readonly #keys: Float64Array;
  readonly #values: Float64Array;

  constructor(pairs: readonly { key: number; value: number }[]) {
    const sorted = pairs.toSorted((a, b) => a.key - b.key);
    this.#keys = Float64Array.from(sorted, ({ key }) => key);
    let least = Number.POSITIVE_INFINITY;
    const values = sorted.toReversed().map(({ value }) => {
      least = Math.min(least, value);
      return least;
    });
    this.#values = Float64Array.from(values.toReversed());
  }

  /** Among keys that are the bound or above. Infinity if there is none. */
  from(bound: number): number {
    return this.#least((key) => key >= bound);
  }

  /** Among keys above the bound. Infinity if there is none. */
  above(bound: number): number {
    return this.#least((key) => key > bound);
  }

  #least(isBeyond: (key: number) => boolean): number {
    const place = countUntil(this.#keys.length, (index) => isBeyond(this.#keys[index] ?? 0));
    return this.#values[place] ?? Number.POSITIVE_INFINITY;
  }
}

/** The first of `count` places of which `isBeyond` holds, which holds of all that follow, too; `count` if there is none. */
export function countUntil(count: number, isBeyond: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBeyond(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
