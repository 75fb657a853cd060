/** All headers as they came, those that are not stored too. */
export type DoorHeaders = readonly (readonly [name: string, value: string])[];

/** The first header of that name, in lower case, that is not empty. */
export function doorHeader(headers: DoorHeaders, lower: string): string | undefined {
  return headers.find(
    ([name, value]) => name.length === lower.length && value !== '' && name.toLowerCase() === lower,
  )?.[1];
}
