import type { ExaminedRequest } from './examined-request.ts';

/** One condition of a match. */
export interface Check {
  /** The condition in words: `method POST`. */
  words: string;
  look(examined: ExaminedRequest): Finding | Promise<Finding>;
  /** Looks at the parameters of the query as they were sent, if `look` has left the condition open. */
  lookAtSent?(query: readonly (readonly [name: string, value: string])[]): Finding;
}

/** The result of a check. */
export interface Finding {
  holds: boolean;
  /** The condition does not hold, but there was another value in this place. */
  isNear?: boolean;
  /** The value that was found, as the rest of a sentence: `it was "GET"`. */
  instead: string;
  /** The condition does not hold as far as the request tells, but the request as sent may tell more. */
  isOpen?: boolean;
  /** Only the service can tell whether the condition holds. */
  isUnknown?: boolean;
}
