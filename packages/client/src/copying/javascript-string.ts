import { unseenCharacters } from '../text/characters.ts';

const short: Record<string, string> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  "'": "\\'",
};

/** Unseen characters, and those that turn the direction of the text around them, become escapes. */
const escaped = new RegExp(`[\\n'\\\\\\p{Surrogate}${unseenCharacters}]`, 'gu');

/** The text as a string literal of JavaScript, in single quotes and on one line. */
export function javaScriptString(text: string): string {
  return quoted(text, escaped, escapeOf);
}

/** A string literal in single quotes. The short escapes are those of JavaScript and Python, `escapeOf` writes all others. */
export function quoted(
  text: string,
  escaped: RegExp,
  escapeOf: (character: string) => string,
): string {
  return `'${text.replace(escaped, (character) => short[character] ?? escapeOf(character))}'`;
}

function escapeOf(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
