import { fold } from './fold.ts';

/**
 * Engines search in linear time up to this length only: V8 uses the Boyer-Moore table for the last 250 characters
 * of what it looks for, and behind them its worst case is the product of both lengths.
 */
const longestNativeCharacters = 250;

/** A text that is looked for in other texts, in any case and in linear time. */
export class Needle {
  /** Folded. */
  readonly text: string;
  /** For each character the length of the longest border of the text up to it (Knuth, Morris and Pratt). */
  readonly #borders: Uint16Array | undefined;

  constructor(text: string) {
    this.text = fold(text);
    this.#borders = this.text.length > longestNativeCharacters ? bordersOf(this.text) : undefined;
  }

  /** @param folded a text that is folded already */
  isInFolded(folded: string): boolean {
    const borders = this.#borders;
    if (borders === undefined) return folded.includes(this.text);
    let matched = 0;
    for (let at = 0; at < folded.length; at++) {
      const code = folded.charCodeAt(at);
      while (matched > 0 && this.text.charCodeAt(matched) !== code)
        matched = borders[matched - 1] ?? 0;
      if (this.text.charCodeAt(matched) === code) matched += 1;
      if (matched === this.text.length) return true;
    }
    return false;
  }
}

function bordersOf(text: string): Uint16Array {
  const borders = new Uint16Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(length) === code) length += 1;
    borders[at] = length;
  }
  return borders;
}
