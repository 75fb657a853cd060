/** Judging a value takes more steps than are allowed, or goes deeper. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
}

/**
 * A schema is tried on a value in so many steps at most. A step takes some 30 ns: a value of one type, or 16
 * characters gone through. A mebibyte of numbers takes half of them.
 */
export const usualSteps = 1_000_000;

/** Schemas and values within one another, tried on one another. Each takes several frames of the stack. */
const mostDepth = 1000;

/** Counts what judging one value takes. */
export class Work {
  #left: number;
  #depth = 0;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws {TooMuchWork} */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork('Judging takes too much work');
  }

  /** @throws {TooMuchWork} */
  spendOnText(characters: number): void {
    this.spend(characters >>> 4);
  }

  /** @throws {TooMuchWork} */
  enter(): void {
    this.spend(1);
    this.#depth += 1;
    if (this.#depth > mostDepth) throw new TooMuchWork('Judging goes too deep');
  }

  leave(): void {
    this.#depth -= 1;
  }
}
