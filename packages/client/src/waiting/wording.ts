import { unseenCharacters } from '../text/characters.ts';

const unseen = new RegExp(`[\\n${unseenCharacters}]`, 'gu');

/** The text with escapes for characters that a terminal would obey or not show. */
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

/** The beginning of a text, with `…` if something is left out. */
export function shortened(text: string, mostCharacters = 100): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

/** Why there is no header whose name begins with `X-`, as the rest of a sentence. */
export const notKept =
  'headers whose names begin with X- are dropped unless the settings keep them ("xHeaders": "keep")';

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Milliseconds as people say them. */
export function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
