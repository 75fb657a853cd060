import { textInUtf8 } from '../text/characters.ts';
import { bashWord, escapedByte, shortEscapes } from './bash-quote.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for these characters
const escapedBytes = /[\0-\x1f'!\\\x7f-\xff]/g;

/** Text whose every character stands for one byte, as in headers, as one word of bash. */
export function bashWordOfBytes(latin1: string): string {
  const text = utf8Of(latin1);
  if (text !== undefined) return bashWord(text);
  return `$'${latin1.replace(escapedBytes, (character) => shortEscapes[character] ?? escapedByte(character.charCodeAt(0)))}'`;
}

/** The text of the bytes in UTF-8; the text itself if its characters cannot stand for bytes. */
function utf8Of(latin1: string): string | undefined {
  const codes = Array.from(latin1, (character) => character.charCodeAt(0));
  if (codes.some((code) => code > 0xff)) return latin1;
  return textInUtf8(Uint8Array.from(codes));
}
