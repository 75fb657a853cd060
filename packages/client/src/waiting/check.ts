import type { ExaminedRequest } from './examined-request.ts';

/** One thing that a match asks for. */
export interface Check {
  /** What it asks for, in words: `method POST`. */
  words: string;
  look(examined: ExaminedRequest): Finding | Promise<Finding>;
  /** Looks again, at the parameters of the query as they were sent: for what `look` has left open. */
  lookAtSent?(query: readonly (readonly [name: string, value: string])[]): Finding;
}

/** What a check found. */
export interface Finding {
  holds: boolean;
  /** It does not hold, but there was a value in this place, another one. */
  isNear?: boolean;
  /** What there was, as the rest of a sentence: `it was "GET"`. */
  instead: string;
  /** It does not hold as far as the request tells, but what was sent may tell more. */
  isOpen?: boolean;
}
