import type { Work } from '@hookwell/match';

/** All headers as they came, those that are not stored too. */
export type DoorHeaders = readonly (readonly [name: string, value: string])[];

/** The cost of looking for one header, in steps for each character of all headers. */
export const doorHeaderSteps = 2;

/** The first header of that name, in lower case, that is not empty. */
export function doorHeader(headers: DoorHeaders, lower: string, work: Work): string | undefined {
  for (const [name, value] of headers) {
    work.steps += 1;
    if (name.length !== lower.length || value === '') continue;
    work.steps += name.length;
    if (name.toLowerCase() === lower) return value;
  }
  return undefined;
}
