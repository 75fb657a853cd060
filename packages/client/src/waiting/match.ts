import type { StreamedRequest } from '../contract/view.ts';

/** Stands for any value at all, as long as there is one: `header: { 'user-agent': present }`. */
export const present: unique symbol = Symbol('present');

/** A text: exactly this one, or one that the pattern is found in. */
export type ExpectedText = string | RegExp;

/** A value by its name: `true` and `present` ask no more than that it is there. */
export type ExpectedByName = Readonly<Record<string, ExpectedText | true | typeof present>>;

/** A value in JSON that has no parts. A bigint is compared by its digits, with as many as were sent. */
export type JsonScalar = string | number | bigint | boolean | null;

/**
 * A value in JSON:
 * - a string is also the text of a number, of `true`, `false` and `null`: `'42'` is both `"42"` and `42`;
 * - numbers, bigints, booleans and `null` are themselves alone;
 * - a pattern is looked for in a string, or in the text of any other value;
 * - a function gets the value, `undefined` where there is none;
 * - `present` is any value, `null` too.
 */
export type ExpectedJson =
  | JsonScalar
  | RegExp
  | ((value: unknown) => boolean | Promise<boolean>)
  | typeof present;

/** What a captured request must be like; everything that is named here has to hold. */
export interface MatchCriteria {
  /** In any case: `POST`. */
  method?: string | undefined;
  /** What follows the token in the receive URL, as sent: `/orders/paid`. Empty where nothing does. */
  path?: ExpectedText | undefined;
  /** By their names, in any case. The service does not store headers whose names begin with `X-`. */
  header?: ExpectedByName | undefined;
  /** Query parameters, decoded. Of a name that was sent several times any value counts. */
  query?: ExpectedByName | undefined;
  /**
   * Values in a JSON body by their paths: `data.object.id`, `items[0].price`, `[0]` in an array, `["a.b"]`
   * for a name with dots or brackets in it.
   */
  json?: Readonly<Record<string, ExpectedJson>> | undefined;
  /** A text that is part of the body, or a pattern that is found in it; all of them where there are several. */
  body?: ExpectedText | readonly ExpectedText[] | undefined;
}

/** Says whether a captured request is one of those. What it throws ends the wait. */
export type MatchFunction = (request: StreamedRequest) => boolean | Promise<boolean>;

/** Which captured requests are meant. Criteria without any, `{}`, mean all of them. */
export type Match = MatchFunction | MatchCriteria;
