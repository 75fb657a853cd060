import { unseenCharacters } from '../text/characters.ts';

/** Characters that a command must not contain: terminals act on control characters when they are pasted. */
const unseen = new RegExp(`[${unseenCharacters}]`, 'u');

/** Characters that `$'…'` escapes; a bare `!` would be taken for the history of interactive shells. */
const escaped = new RegExp(`[\\n'!\\\\${unseenCharacters}]`, 'gu');

/** The escapes of `$'…'` that are shorter than the byte. */
export const shortEscapes: Record<string, string> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
};

/**
 * The text as one word of bash, in UTF-8: bare if that is safe, else in single quotes, or in `$'…'` if it has
 * characters that cannot be pasted. The text has no NUL, which no argument can have.
 */
export function bashWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!unseen.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(escaped, (character) => shortEscapes[character] ?? bytesOf(character))}'`;
}

function bytesOf(character: string): string {
  return [...new TextEncoder().encode(character)].map(escapedByte).join('');
}

/** The escape of `$'…'` for one byte. */
export function escapedByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
