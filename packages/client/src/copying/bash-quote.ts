import { textInUtf8, unseenCharacters } from '../text/characters.ts';

/** Characters that a command must not contain: terminals act on control characters when they are pasted. */
const unseen = new RegExp(`[${unseenCharacters}]`, 'u');

/** Characters that `$'…'` escapes; a bare `!` would be taken for the history of interactive shells. */
const escaped = new RegExp(`[\\n'!\\\\${unseenCharacters}]`, 'gu');

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for these characters
const escapedBytes = /[\0-\x1f'!\\\x7f-\xff]/g;

const short: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/**
 * The text as one word of bash, in UTF-8: bare if that is safe, else in single quotes, or in `$'…'` if it has
 * characters that cannot be pasted. The text has no NUL, which no argument can have.
 */
export function bashWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!unseen.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(escaped, (character) => short[character] ?? bytesOf(character))}'`;
}

/** Text whose every character stands for one byte, as in headers, as one word of bash. */
export function bashWordOfBytes(latin1: string): string {
  const text = utf8Of(latin1);
  if (text !== undefined) return bashWord(text);
  return `$'${latin1.replace(escapedBytes, (character) => short[character] ?? byteOf(character))}'`;
}

/** The text of the bytes in UTF-8; the text itself if its characters cannot stand for bytes. */
function utf8Of(latin1: string): string | undefined {
  const codes = Array.from(latin1, (character) => character.charCodeAt(0));
  if (codes.some((code) => code > 0xff)) return latin1;
  return textInUtf8(Uint8Array.from(codes));
}

function bytesOf(character: string): string {
  return [...new TextEncoder().encode(character)].map(hex).join('');
}

function byteOf(character: string): string {
  return hex(character.charCodeAt(0));
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
