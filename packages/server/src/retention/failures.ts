/** So many failures one after the other are the store's, not those of what was tried. */
const mostInARow = 10;

/** Lets each of many have its turn although others fail, and remembers what failed first. */
export class Failures {
  #first: { error: unknown } | undefined;
  #inARow = 0;

  /** Runs `work` for one item after the other. Gives those that failed; rejects where all seem to. */
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

  throwFirst(): void {
    if (this.#first !== undefined) throw this.#first.error;
  }
}
