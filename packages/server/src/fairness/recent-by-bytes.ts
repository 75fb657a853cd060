import { Tally } from './tally.ts';

interface Entry<Value> {
  value: Value;
  party: number;
}

/**
 * The entries that were used last, within a bound of bytes that parties share (`fairness/parties.ts`). Where there are too many
 * bytes, whoever has most loses the entry that it used longest ago.
 */
export class RecentByBytes<Key, Value> {
  readonly #mostBytes: number;
  readonly #bytesOf: (value: Value) => number;
  /** The one that was used last stands last. */
  readonly #entries = new Map<Key, Entry<Value>>();
  readonly #bytes = new Tally<number>();

  constructor(mostBytes: number, bytesOf: (value: Value) => number) {
    this.#mostBytes = mostBytes;
    this.#bytesOf = bytesOf;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Puts an entry in, in place of the one that was there. */
  set(key: Key, value: Value, party: number): void {
    this.delete(key);
    this.#entries.set(key, { value, party });
    this.#bytes.add(party, this.#bytesOf(value));
    while (this.#bytes.total > this.#mostBytes) {
      const oldest = this.#oldestOf(this.#bytes.heaviest(), key);
      if (oldest === undefined) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes.add(entry.party, -this.#bytesOf(entry.value));
  }

  /** Of the party, or of any if it has no other; the newest entry stays. */
  #oldestOf(party: number | undefined, newest: Key): Key | undefined {
    let first: Key | undefined;
    for (const [key, entry] of this.#entries) {
      if (key === newest) continue;
      if (entry.party === party) return key;
      first ??= key;
    }
    return first;
  }
}
