import type { OperationName, routes } from '@hookwell/core/api/routes';

/** Statuses that are answers of an operation, no failures, beside those of success. */
export const otherAnswers: Partial<Record<OperationName, readonly number[]>> = {
  getFreshness: [409],
};

/** The values in the address of an operation: one for each `:name` in it. */
export type PathValues<Name extends OperationName> = {
  readonly [Value in NamesIn<(typeof routes)[Name]>]: string | number;
};

type NamesIn<Route extends string> = Route extends `${string}/:${infer First}/${infer Rest}`
  ? First | NamesIn<`/${Rest}`>
  : Route extends `${string}/:${infer Last}`
    ? Last
    : never;

interface Address {
  method: string;
  /** Path and query, from the first `/` on. */
  target: string;
}

/**
 * The address of an operation, by its route. Undefined values of the query are left out.
 * @throws {TypeError} if a value would lead to another address: empty, `.` or `..`
 */
export function addressOf(
  route: string,
  values: Readonly<Record<string, string | number>>,
  query: Query = {},
): Address {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => segment(key, values[key]));
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(key, String(value));
  }
  return { method, target: parameters.size === 0 ? path : `${path}?${parameters}` };
}

export type Query = Readonly<Record<string, string | number | undefined>>;

function segment(name: string, value: string | number | undefined): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`"${text}" is no ${name}`);
  return encodeURIComponent(text);
}
