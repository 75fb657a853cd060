import { StoreFull } from '../database/errors.ts';
import type { NewCapture } from './captures.ts';

/** The size of a row, its index entry and their share of a page, beside the bytes that were sent. */
const rowOverheadBytes = 128;

/**
 * The space that a capture with an answer takes more, if it is a delivery of its own: two rows with a verdict and its reason, and
 * their index entries.
 */
export const answerBytes = 800;

/**
 * Keeps the store below HOOKWELL_MAX_STORE_BYTES: its size after the last write, plus the captures accepted
 * since. The limit is for the pages in use; free pages come on top, and the write-ahead log (64 MiB at most,
 * except during long reads).
 */
export class SizeLimit {
  readonly #maxBytes: number;
  #usedBytes = 0;
  #inFlightBytes = 0;
  /** The disk of the store has hardly any room. */
  #diskIsShort = false;
  /** The size at which a capture was refused; until the size sinks below it, the store is full. */
  #refusedAt = Number.POSITIVE_INFINITY;

  constructor(maxBytes: number | undefined) {
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** The size after a write. */
  measured(usedBytes: number): void {
    this.#usedBytes = usedBytes;
    if (usedBytes < this.#refusedAt) this.#refusedAt = Number.POSITIVE_INFINITY;
  }

  /** While it is set, no capture fits. */
  set diskIsShort(isShort: boolean) {
    this.#diskIsShort = isShort;
  }

  /** Whether the last capture that did not fit would still not fit, or not even an empty one would. */
  get full(): boolean {
    return this.#usedBytes >= this.#refusedAt || this.#exceededBy(0);
  }

  /** The part of the limit that is taken, captures in flight included; 0 if there is no limit. */
  get usedShare(): number {
    return (this.#usedBytes + this.#inFlightBytes) / this.#maxBytes;
  }

  /**
   * Counts a capture until `released`.
   *
   * @throws {StoreFull} if it does not fit; a smaller one may
   */
  reserve(bytes: number): void {
    if (this.#exceededBy(bytes)) {
      // The disk gets room whether or not the store shrinks.
      if (!this.#diskIsShort) this.#refusedAt = this.#usedBytes;
      throw storeFull();
    }
    this.#inFlightBytes += bytes + rowOverheadBytes;
  }

  released(bytes: number): void {
    this.#inFlightBytes -= bytes + rowOverheadBytes;
  }

  /** Counts captures that were stored since the size was measured. */
  grown(captures: readonly NewCapture[]): void {
    for (const capture of captures) this.#usedBytes += sizeOf(capture) + rowOverheadBytes;
  }

  #exceededBy(bytes: number): boolean {
    const wanted = this.#usedBytes + this.#inFlightBytes + bytes + rowOverheadBytes;
    return this.#diskIsShort || wanted > this.#maxBytes;
  }
}

export function storeFull(): StoreFull {
  return new StoreFull(
    'The store has reached HOOKWELL_MAX_STORE_BYTES, or its disk is nearly full',
  );
}

/** The bytes of a capture, near enough: the text is nearly always ASCII. */
export function sizeOf(capture: NewCapture): number {
  const { bodySize, headers, keptHeaders, target, answering, contract } = capture;
  const beside = (keptHeaders?.length ?? 0) + (contract?.finding.length ?? 0);
  const bytes = bodySize + headers.length + target.length + beside;
  return answering === undefined ? bytes : bytes + answerBytes;
}
