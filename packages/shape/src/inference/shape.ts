import { coarsen, type Fineness, finenessAt, mostUnchecked, placeBytes } from './bounds.ts';
import { Place } from './place.ts';

/** What bounds left out of samples, as bits. */
export const left = { deepValues: 1, longNames: 2 } as const;

/**
 * What JSON samples look like, without any of their values. Neither the order in which samples are added nor their grouping makes any
 * difference, also where bounds are met.
 */
export class Shape {
  readonly #root = new Place();
  #samples = 0;
  #step = 0;
  #left = 0;
  #bytes = placeBytes;
  /** Of those bytes, what came since it was last coarsened. */
  #unchecked = 0;

  /** The number of samples. */
  get samples(): number {
    return this.#samples;
  }

  /** @internal */
  get root(): Place {
    return this.#root;
  }

  /** @internal Its place among the finenesses. */
  get step(): number {
    return this.#step;
  }

  /** @internal */
  get fineness(): Fineness {
    return finenessAt(this.#step);
  }

  /** @internal Of `left`. */
  get left(): number {
    return this.#left;
  }

  /** @internal At least the bytes of memory that it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @internal */
  countSample(): void {
    this.#samples += 1;
  }

  /** @internal */
  leave(what: number): void {
    this.#left |= what;
  }

  /** @internal Its places took so many more bytes. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    this.#unchecked += bytes;
  }

  /** @internal Whether it may have outgrown its memory. */
  get isUnchecked(): boolean {
    return this.#unchecked > mostUnchecked;
  }

  /**
   * Adds all that the other shape knows, which is not to be used any more. Takes time linear in the other shape; this one is gone through
   * whenever it has grown by `mostUnchecked`, and at most once for each fineness.
   */
  add(other: Shape): void {
    this.#samples += other.#samples;
    this.#left |= other.#left;
    this.#step = Math.max(this.#step, other.#step);
    this.#root.add(other.#root);
    this.grow(other.#bytes);
    if (this.isUnchecked) this.settle();
  }

  /** @internal Makes it as coarse as it must be. */
  settle(): void {
    for (; ; this.#step += 1) {
      const { bytes, isCut, fits } = coarsen(this.#root, this.fineness);
      if (isCut) this.leave(left.deepValues);
      this.#bytes = bytes;
      this.#unchecked = 0;
      if (fits) return;
    }
  }
}
