/** So many failures in a row come from the store, not from the items that were tried. */
const mostInARow = 10;

/** Lets each of many items have its turn although others fail, and keeps the first error. */
export class Failures {
  #first: { error: unknown } | undefined;
  #inARow = 0;

  /** Runs `work` for one item after the other. Gives the items that failed; rejects if all seem to. */
  async each<Item>(
    items: readonly Item[],
    work: (item: Item) => Promise<unknown>,
  ): Promise<Item[]> {
    const failed: Item[] = [];
    for (const item of items) {
      try {
        await work(item);
        this.#inARow = 0;
      } catch (error) {
        this.#first ??= { error };
        this.#inARow += 1;
        failed.push(item);
        if (this.#inARow === mostInARow) throw error;
      }
    }
    return failed;
  }

  /** Throws the first error that `each` met, if there was one. */
  throwFirst(): void {
    if (this.#first !== undefined) throw this.#first.error;
  }
}
