/** Numbers in a row, asked for those of a range that are above a bound: in logarithmic time for each that is given. */
export class RangeMaximum {
  /** A binary tree: the parent of `node` is `node >> 1`, the numbers are the leaves from `#leaves` on. */
  readonly #tree: Float64Array;
  readonly #leaves: number;

  constructor(numbers: readonly number[]) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(numbers.length, 1)));
    this.#tree = new Float64Array(2 * this.#leaves).fill(Number.NEGATIVE_INFINITY);
    this.#tree.set(numbers, this.#leaves);
    for (let node = this.#leaves - 1; node > 0; node -= 1) {
      this.#tree[node] = Math.max(this.#at(2 * node), this.#at(2 * node + 1));
    }
  }

  /** The first place from `from` to before `until` with a number above the bound; -1 if there is none. */
  firstAbove(from: number, until: number, bound: number): number {
    if (from >= until) return -1;
    let node = from + this.#leaves;
    while (this.#at(node) <= bound) {
      // To the next subtree on the right: up as long as this is a right child, then one over.
      while (node % 2 === 1) node >>= 1;
      if (node === 0) return -1;
      node += 1;
      if (this.#firstLeafOf(node) >= until) return -1;
    }
    while (node < this.#leaves) node = this.#at(2 * node) > bound ? 2 * node : 2 * node + 1;
    const place = node - this.#leaves;
    return place < until ? place : -1;
  }

  #firstLeafOf(node: number): number {
    const levels = Math.clz32(node) - Math.clz32(this.#leaves);
    return node * 2 ** levels - this.#leaves;
  }

  #at(node: number): number {
    return this.#tree[node] ?? Number.NEGATIVE_INFINITY;
  }
}
