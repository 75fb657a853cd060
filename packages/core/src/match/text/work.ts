/**
 * The cost of going through one character, in steps. A step is a character gone through once, and takes 5 ns at worst;
 * texts are taken to be those that take longest.
 */
export const stepsOf = {
  /** Outside of ASCII; İ, K and Σ most of all. */
  fold: 4,
  search: 1,
  compare: 1,
  /** Number by number, as JSON writes it. */
  decimal: 1,
  /** Bytes of a target read as UTF-8. */
  bytes: 2,
  /** Percent- and plus-decoded. */
  decode: 6,
  /** Query parameters of one character, each taken apart and put to those of its name. */
  parameters: 30,
  /** Headers of one character, taken apart: five characters on the wire at least, see `header`. */
  headers: 6,
  /** A header, whatever its length. */
  header: 24,
  /** A text that is compared, whatever its length. */
  text: 10,
  /** A term, whatever it asks for. */
  term: 40,
  /** Short members and items, and values that are kept. */
  json: 4,
  /** A step of a path that is asked for, and of one that is looked up. */
  ask: 60,
  lookUp: 10,
  /** The escapes of a string. */
  unescape: 3,
  /** Looking for bytes that are no text. */
  inspect: 1,
  /** Bytes made into text. */
  read: 1,
  /** Looking for the sender of a request by its head, and for the event in a body. */
  sender: 4000,
  event: 3,
} as const;

/** So many steps are about a millisecond. */
const stepsOfTurn = 200_000;

/** Counts what one application of matches goes through, in steps. */
export class Work {
  steps = 0;
  #paused = 0;

  /** Whether about a millisecond of work was done since this was last so. */
  isDue(): boolean {
    if (this.steps - this.#paused < stepsOfTurn) return false;
    this.#paused = this.steps;
    return true;
  }
}

/** Runs work that pauses without a pause. */
export function inOneGo<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
