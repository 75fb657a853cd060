import type { ExaminedRequest } from './examined-request.ts';

/** One condition of a match. */
export interface Check {
  /** The condition in words: `method POST`. */
  words: string;
  look(examined: ExaminedRequest): Finding | Promise<Finding>;
  /** Looks at the request as it was sent, if `look` has left the condition open. */
  lookAtSent?(sent: SentParts): Finding;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** The parts of a request as it was sent that the captured request does not tell whole. */
export interface SentParts {
  /** The decoded parameters of the query, with every repeat. */
  query: Pairs;
  /** The headers, with those beginning with `X-` that the endpoint keeps. */
  headers: Pairs;
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
