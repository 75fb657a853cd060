/** The entries that were used last, within a bound of bytes. */
export class RecentByBytes<Key, Value> {
  readonly #mostBytes: number;
  readonly #bytesOf: (value: Value) => number;
  /** The one that was used last stands last. */
  readonly #entries = new Map<Key, Value>();
  #bytes = 0;

  constructor(mostBytes: number, bytesOf: (value: Value) => number) {
    this.#mostBytes = mostBytes;
    this.#bytesOf = bytesOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Puts an entry in, in place of the one that was there. */
  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#bytes += this.#bytesOf(value);
    for (const first of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes || first === key) return;
      this.delete(first);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= this.#bytesOf(value);
  }
}
