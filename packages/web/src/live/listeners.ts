/** The listeners of one kind of event. */
export class Subscribers<Value> {
  readonly #listeners = new Set<(value: Value) => void>();

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** @returns a function that takes the listener away */
  add(listener: (value: Value) => void): () => void {
    // Each call adds a new function, so that the same listener may be added twice.
    const own = (value: Value) => listener(value);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  tell(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
