/** What an assistant reads costs it its memory: every answer is bounded, whatever was captured. */

/** The beginning of a text. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** As many of the items, from the first on, as take so many characters in JSON. */
export function within<Item>(items: readonly Item[], most: number): Item[] {
  let left = most;
  const last = items.findIndex((item) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0;
  });
  return last === -1 ? [...items] : items.slice(0, last);
}

/** In JSON a character can take six. */
const mostInJson = 2;

/**
 * The end of a piece of the text that begins there, in JSON no longer than twice so many characters. Where any
 * are wanted it has one at least, so that whoever goes on at the end gets on.
 */
export function pieceEnd(text: string, start: number, most: number): number {
  let end = Math.min(text.length, start + most);
  while (end > start + 1 && JSON.stringify(text.slice(start, end)).length > most * mostInJson + 2) {
    end = start + Math.floor((end - start) / 2);
  }
  // The halves of a surrogate pair stay together.
  const isPair = end > start && end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isPair ? end + 1 : end;
}
