// An assistant pays for every character that it reads, so every answer is bounded, even for large captured requests.

/** The beginning of a text, with `…` if something is left out. */
export function cut(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}

/** The items from the first on that take up to this number of characters in JSON. */
export function within<Item>(items: readonly Item[], mostCharacters: number): Item[] {
  let left = mostCharacters;
  const last = items.findIndex((item) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0;
  });
  return last === -1 ? [...items] : items.slice(0, last);
}

/** A piece of text may be this many times longer in JSON, where one character can take six. */
const mostGrowthInJson = 2;

/**
 * The end of a piece of the text that begins at `start`: at most so many characters, and in JSON no longer than
 * twice as many. A piece has at least one character if any are wanted, so that a reader always advances.
 */
export function pieceEnd(text: string, start: number, mostCharacters: number): number {
  const mostInJson = mostCharacters * mostGrowthInJson + 2;
  let end = Math.min(text.length, start + mostCharacters);
  while (end > start + 1 && JSON.stringify(text.slice(start, end)).length > mostInJson) {
    end = start + Math.floor((end - start) / 2);
  }
  // The halves of a surrogate pair stay together.
  const isPair = end > start && end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isPair ? end + 1 : end;
}

/** The most characters of an event: its name is a sender's text. */
const mostEventCharacters = 200;

/** The same with a bounded name of its event. */
export function boundedEvent<Told extends { event?: string }>(told: Told): Told {
  const { event } = told;
  return event === undefined ? told : { ...told, event: cut(event, mostEventCharacters) };
}
