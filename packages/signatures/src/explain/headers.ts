/** The names of all headers, in lower case, each once. */
export function headerNames(headers: readonly string[]): Set<string> {
  return new Set(headers.flatMap((name, at) => (at % 2 === 0 ? [name.toLowerCase()] : [])));
}

/** A longer name is no sender's, and would fill a sentence. */
const mostNameCharacters = 60;

/** The name of a header for a sentence. */
export function shownName(name: string): string {
  return name.length > mostNameCharacters ? `${name.slice(0, mostNameCharacters)}…` : name;
}
