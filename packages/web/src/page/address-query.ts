/**
 * Reads the query of an address. Every value is a text: the usual reading of the router takes `7.0` for a number and
 * quotes for JSON, but both are words of a filter.
 */
export function readQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Writes the query of an address with its question mark, or nothing if it is empty. */
export function writeQuery(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') query.set(name, value);
  }
  return query.size === 0 ? '' : `?${query}`;
}
