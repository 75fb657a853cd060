import { unseenCharacters } from '../text/characters.ts';

const unseen = new RegExp(`[\\n${unseenCharacters}]`, 'gu');

/** The text with escapes for what a terminal would obey, and for what would not be seen. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** The beginning of a text, in quotes, on one line. */
export function quoted(text: string): string {
  return visible(JSON.stringify(shortened(text)));
}

/** The first 100 characters. */
export function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Milliseconds as people say them. */
export function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
