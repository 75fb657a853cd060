import type { SignatureFinding } from '../contract/types.ts';
import type { StreamedRequest } from '../contract/view.ts';

/** Stands for any value at all, as long as there is one: `header: { 'user-agent': present }`. */
export const present: unique symbol = Symbol('present');

/** A text: exactly this one, or any text that contains the pattern. */
export type ExpectedText = string | RegExp;

/** Values by their names: `true` and `present` ask only whether there is one. */
export type ExpectedByName = Readonly<Record<string, ExpectedText | true | typeof present>>;

/** A value in JSON without parts. A bigint is compared by all its digits, as they were sent. */
export type JsonScalar = string | number | bigint | boolean | null;

/**
 * A value in JSON:
 * - a string is also the text of a number, of `true`, `false` and `null`: `'42'` is both `"42"` and `42`;
 * - numbers, bigints, booleans and `null` match only themselves;
 * - a pattern is looked for in a string, or in the text of any other value;
 * - a function gets the value, or `undefined` if there is none;
 * - `present` is any value, `null` too.
 */
export type ExpectedJson =
  | JsonScalar
  | RegExp
  | ((value: unknown) => boolean | Promise<boolean>)
  | typeof present;

/** Conditions on a captured request, all of which must hold. */
export interface MatchCriteria {
  /** The method, in any case: `POST`. */
  method?: string | undefined;
  /** The path after the token in the receive URL, as sent: `/orders/paid`; empty if there is none. */
  path?: ExpectedText | undefined;
  /** Headers by their names, in any case. Those whose names begin with `X-` are there if the endpoint keeps them. */
  header?: ExpectedByName | undefined;
  /** Decoded query parameters. Any value of a repeated name counts. */
  query?: ExpectedByName | undefined;
  /**
   * Values in a JSON body by their paths: `data.object.id`, `items[0].price`, `[0]` in an array, `["a.b"]`
   * for a name with dots or brackets in it.
   */
  json?: Readonly<Record<string, ExpectedJson>> | undefined;
  /** A text or a pattern that the body contains; of several, all. */
  body?: ExpectedText | readonly ExpectedText[] | undefined;
  /** The verdict on its signature: `valid`. Only endpoints that verify signatures give one. */
  signature?: SignatureFinding['verdict'] | undefined;
}

/** Tells whether a captured request matches. An error ends the wait. */
export type MatchFunction = (request: StreamedRequest) => boolean | Promise<boolean>;

/**
 * A description of captured requests: a text in the match language (`method:POST json.type=invoice.paid`), which the
 * service applies, or criteria or a function, which the client applies. Empty ones match all captured requests.
 */
export type Match = string | MatchCriteria | MatchFunction;
