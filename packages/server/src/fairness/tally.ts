/** Amounts by key, and their sum. Keys without an amount take no memory. */
export class Tally<Key> {
  readonly #amounts = new Map<Key, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** The number of keys with an amount. */
  get size(): number {
    return this.#amounts.size;
  }

  of(key: Key): number {
    return this.#amounts.get(key) ?? 0;
  }

  /** The one with the largest amount; undefined if there is none above 0. */
  heaviest(): Key | undefined {
    let heaviest: Key | undefined;
    let most = 0;
    for (const [key, amount] of this.#amounts) if (amount > most) [heaviest, most] = [key, amount];
    return heaviest;
  }

  has(key: Key): boolean {
    return this.#amounts.has(key);
  }

  /** @param amount may be below 0 */
  add(key: Key, amount: number): void {
    const sum = this.of(key) + amount;
    if (sum === 0) this.#amounts.delete(key);
    else this.#amounts.set(key, sum);
    this.#total += amount;
  }
}
