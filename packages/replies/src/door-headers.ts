import type { Work } from '@hookwell/match';

/** All headers as they came, `[name, value, …]`, those that are not stored too. */
export type DoorHeaders = readonly string[];

/** The cost of looking for one header, in steps for each character of all headers. */
export const doorHeaderSteps = 2;

/** The first header of that name, in lower case, that is not empty. */
export function doorHeader(headers: DoorHeaders, lower: string, work: Work): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    work.steps += 1;
    const name = headers[at] ?? '';
    const value = headers[at + 1] ?? '';
    if (name.length !== lower.length || value === '') continue;
    work.steps += name.length;
    if (name.toLowerCase() === lower) return value;
  }
  return undefined;
}
