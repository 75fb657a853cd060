/** Judging a value takes more steps than are allowed, or goes deeper. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
}

/**
 * A schema is tried on a value in so many steps at most. A step takes 30 ns at worst: it is a value of which the type is
 * looked at. A mebibyte of numbers has half as many.
 */
export const mostStepsOfJudging = 1_000_000;

/** Schemas and values within one another, tried on one another. Each takes several frames of the stack. */
const mostDepth = 300;

/** What takes longer than a step, in steps. */
export const stepsOf = {
  /** A schema with others for the same value. */
  combined: 4,
  /** One of several alternatives, and what differs in it. */
  alternative: 3,
  alternativeReport: 40,
  /** Something that differs, with its place. */
  finding: 40,
  /** A step of that place. */
  place: 4,
  /** So many characters of a text that is copied, or looked up, take one step. */
  characters: 8,
  /** The name of a member. Large objects give theirs slowly. */
  name: 1,
  nameOfLarge: 8,
  /** A member or an item that is noted as evaluated. */
  evaluated: 6,
  /** A number that is no double: to look at, and to calculate with; its digits come on top. */
  exact: 4,
  exactDecimal: 20,
  division: 40,
  divisionOfExact: 1500,
} as const;

export function tooDeep(): TooMuchWork {
  return new TooMuchWork('The body is nested too deep to be judged');
}

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
    if (this.#left < 0) throw new TooMuchWork('Judging the body takes too much work');
  }

  /** @throws {TooMuchWork} */
  enter(): void {
    this.spend(1);
    this.#depth += 1;
    if (this.#depth > mostDepth) throw tooDeep();
  }

  leave(): void {
    this.#depth -= 1;
  }
}
