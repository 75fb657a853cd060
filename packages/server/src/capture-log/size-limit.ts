import { StoreFull } from '../database/errors.ts';
import type { NewCapture } from './capture-log.ts';

/** What a row, its index entry and their share of a page cost beside what was sent. */
const ROW_BYTES = 128;

/**
 * Keeps the store below HOOKWELL_MAX_STORE_BYTES: its size after the last write, plus what was accepted
 * since. Bounded are the pages in use; the write-ahead log (64 MiB at most, but while something reads
 * for long) and free pages come on top.
 */
export class SizeLimit {
  readonly #maxBytes: number;
  #usedBytes = 0;
  #inFlightBytes = 0;
  /** The size at which a capture was refused; as long as it has not sunk below, the store is full. */
  #refusedAt = Number.POSITIVE_INFINITY;

  constructor(maxBytes: number | undefined) {
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** The size after a write. */
  measured(usedBytes: number): void {
    this.#usedBytes = usedBytes;
    if (usedBytes < this.#refusedAt) this.#refusedAt = Number.POSITIVE_INFINITY;
  }

  /** Whether the last capture that did not fit would still not fit, or not even an empty one would. */
  get full(): boolean {
    return this.#usedBytes >= this.#refusedAt || this.#exceededBy(0);
  }

  /** The part of the limit that is taken, what is in flight included; 0 where there is no limit. */
  get usedShare(): number {
    return (this.#usedBytes + this.#inFlightBytes) / this.#maxBytes;
  }

  /** Accounts for a capture until `released`; throws StoreFull where it does not fit. A smaller one may. */
  reserve(bytes: number): void {
    if (this.#exceededBy(bytes)) {
      this.#refusedAt = this.#usedBytes;
      throw storeFull();
    }
    this.#inFlightBytes += bytes + ROW_BYTES;
  }

  released(bytes: number): void {
    this.#inFlightBytes -= bytes + ROW_BYTES;
  }

  /** What was stored since the size was measured. */
  grown(captures: readonly NewCapture[]): void {
    for (const capture of captures) this.#usedBytes += sizeOf(capture) + ROW_BYTES;
  }

  #exceededBy(bytes: number): boolean {
    return this.#usedBytes + this.#inFlightBytes + bytes + ROW_BYTES > this.#maxBytes;
  }
}

export function storeFull(): StoreFull {
  return new StoreFull('The store has reached HOOKWELL_MAX_STORE_BYTES');
}

/** What a capture counts for, near enough: the text is nearly always ASCII. */
export function sizeOf({ bodySize, headers, target }: NewCapture): number {
  return bodySize + headers.length + target.length;
}
