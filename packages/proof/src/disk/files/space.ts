/** The room on a disk, in pages of 4 KiB. */
export class Space {
  #left = Number.POSITIVE_INFINITY;

  /** There is no room any more, but for what is freed from now on. */
  fill(): void {
    this.#left = 0;
  }

  /** There is room for everything. */
  free(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  get isFull(): boolean {
    return this.#left < 1;
  }

  /** Takes a page; false if there is none. */
  take(): boolean {
    if (this.isFull) return false;
    this.#left -= 1;
    return true;
  }

  give(pages: number): void {
    this.#left += pages;
  }
}
