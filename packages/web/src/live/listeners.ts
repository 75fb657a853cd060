/** Who wants to be told of something. */
export class Listeners<Value> {
  readonly #listeners = new Set<(value: Value) => void>();

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Returns what takes it away again. */
  add(listener: (value: Value) => void): () => void {
    // Of its own for each call: the same function may listen twice.
    const own = (value: Value) => listener(value);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  tell(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
