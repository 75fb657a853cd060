/**
 * The tokens of XML 1.0 (fifth edition) as sticky expressions. Only single character classes repeat in
 * them, never groups: those would remember each turn, and long texts would overflow the stack.
 */

const NAME_START =
  ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D' +
  '\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NAME = `[${NAME_START}][${NAME_START}.0-9\\xB7\\u0300-\\u036F\\u203F-\\u2040-]*`;
const SPACE = '[ \\t\\r\\n]';
const LITERAL = `(?:"[^"]*"|'[^']*')`;
const EQUALS = `${SPACE}*=${SPACE}*`;

/** Anything but a Char (production 2), unpaired surrogates included. */
export const forbiddenCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

export const name = new RegExp(NAME, 'uy');
export const space = new RegExp(`${SPACE}*`, 'y');
export const equals = new RegExp(EQUALS, 'y');

/** Production 67: a character's number, decimal or hexadecimal, or an entity's name. */
export const reference = new RegExp(`&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|(${NAME}));`, 'uy');

/** Productions 23 to 26, 32, 80. */
export const declaration = new RegExp(
  `<\\?xml${SPACE}+version${EQUALS}(?:"1\\.[0-9]+"|'1\\.[0-9]+')` +
    `(?:${SPACE}+encoding${EQUALS}(?:"[A-Za-z][\\w.-]*"|'[A-Za-z][\\w.-]*'))?` +
    `(?:${SPACE}+standalone${EQUALS}(?:"(?:yes|no)"|'(?:yes|no)'))?${SPACE}*\\?>`,
  'y',
);

/** Production 28 up to its internal subset, or up to its `>`. */
export const doctypeStart = new RegExp(
  `<!DOCTYPE${SPACE}+${NAME}` +
    `(?:${SPACE}+(?:SYSTEM${SPACE}+${LITERAL}|PUBLIC${SPACE}+${LITERAL}${SPACE}+${LITERAL}))?` +
    `${SPACE}*`,
  'uy',
);

/** The start of productions 45, 52, 70 and 82, and what stands there outside of quotes. */
export const markupDeclarationStart = new RegExp(
  `<!(?:ELEMENT|ATTLIST|ENTITY|NOTATION)${SPACE}`,
  'y',
);
export const unquoted = /[^"'<>]*/y;

export const parameterReference = new RegExp(`%${NAME};`, 'uy');

/** Where the token at `at` ends; -1 where there is none. */
export function tokenEnd(token: RegExp, text: string, at: number): number {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : -1;
}
