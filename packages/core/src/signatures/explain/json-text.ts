import { JsonKind, jsonName, readJson } from '../../json/tokenizer.ts';
import { textOrder } from '../verify/form.ts';

/** A JSON text in parts: numbers and literals as they came, so that nothing of them is lost. */
export type JsonText = string | JsonArray | JsonObject;

interface JsonArray {
  items: JsonText[];
}

interface JsonObject {
  /** The keys as they came, in quotes. */
  members: { key: string; value: JsonText }[];
}

/** The form in which strings are written; all others as they came. */
export interface Letters {
  /** Undoes all escapes that need not be. */
  literal?: true;
  /** `\u00e9`, as Python and PHP write it. */
  ascii?: true;
  /** `\/`, as PHP writes it. */
  slashes?: true;
  /** `\u003c`, `\u003e` and `\u0026`, as Go and Rails write `<`, `>` and `&`. */
  html?: true;
  /** `\u003C`, `\u0040` and `\u0025`, as Meta writes `<`, `@` and `%`. */
  meta?: true;
}

export interface JsonStyle {
  /** `spaced`: one after each colon and comma, as Python does; any other is the indentation of a level. */
  spacing: 'compact' | 'spaced' | '  ' | '    ' | '\t';
  letters: Letters;
  isSorted: boolean;
  /** Numbers as JavaScript writes them, which knows 64-bit floating-point ones alone: `1.50` as `1.5`. */
  hasDoubles?: boolean;
}

/** A text that is nested deeper is not read: it is no webhook, and indenting it would fill the memory. */
const mostDepth = 100;
/** One with more takes long to write anew. No webhook of a MiB has so many. */
const mostParts = 100_000;

/** @returns undefined if the text is no JSON, or too deep, or has too many parts */
export function readJsonText(text: string): JsonText | undefined {
  /** The containers that are open, the innermost last. */
  const open: (JsonArray | JsonObject)[] = [];
  let root: JsonText = '';
  let parts = 0;
  let isTooLarge = false;
  let start = 0;
  let key = '';
  const isJson = readJson(text, {
    begin(token, at) {
      start = at;
      if (token === jsonName) return;
      isTooLarge ||= open.length > mostDepth || ++parts > mostParts;
      if (isTooLarge || token > JsonKind.array) return;
      const container = token === JsonKind.object ? { members: [] } : { items: [] };
      add(container);
      open.push(container);
    },
    end(token, at) {
      if (isTooLarge) return;
      if (token <= JsonKind.array) open.pop();
      else if (token === jsonName) key = text.slice(start, at);
      else add(text.slice(start, at));
    },
  });
  return isJson && !isTooLarge ? root : undefined;

  function add(value: JsonText): void {
    const container = open.at(-1);
    if (container === undefined) root = value;
    else if ('items' in container) container.items.push(value);
    else container.members.push({ key, value });
  }
}

/** @returns undefined if it would be longer than so many characters */
export function printJsonText(
  json: JsonText,
  { spacing, letters, isSorted, hasDoubles }: JsonStyle,
  mostCharacters: number,
): string | undefined {
  const isIndented = spacing !== 'compact' && spacing !== 'spaced';
  const colon = spacing === 'compact' ? ':' : ': ';
  const comma = spacing === 'spaced' ? ', ' : ',';
  let text = '';
  return print(json, 0) ? text : undefined;

  function print(part: JsonText, depth: number): boolean {
    if (typeof part === 'string')
      text += part.startsWith('"') ? rewritten(part, letters) : scalarOf(part);
    else if ('items' in part) {
      text += '[';
      for (const [index, item] of part.items.entries()) {
        if (!begin(index, depth) || !print(item, depth + 1)) return false;
      }
      end(part.items.length, depth, ']');
    } else {
      text += '{';
      let index = 0;
      for (const member of isSorted ? part.members.toSorted(inOrder) : part.members) {
        if (!begin(index++, depth)) return false;
        text += rewritten(member.key, letters) + colon;
        if (!print(member.value, depth + 1)) return false;
      }
      end(index, depth, '}');
    }
    return text.length <= mostCharacters;
  }

  function scalarOf(part: string): string {
    return hasDoubles ? JSON.stringify(JSON.parse(part)) : part;
  }

  function begin(index: number, depth: number): boolean {
    if (index > 0) text += comma;
    if (isIndented) text += `\n${spacing.repeat(depth + 1)}`;
    return text.length <= mostCharacters;
  }

  function end(count: number, depth: number, bracket: string): void {
    if (isIndented && count > 0) text += `\n${spacing.repeat(depth)}`;
    text += bracket;
  }
}

function inOrder(one: { key: string }, other: { key: string }): number {
  return textOrder(plain(one.key), plain(other.key));
}

/** Such strings are the same in all styles. */
const plainString = /^"[\w .,:;!?@#$%^*()+=|~`'{}[\]-]*"$/;

function plain(quoted: string): string {
  // A string of a text that was parsed before is a string.
  return plainString.test(quoted) ? quoted.slice(1, -1) : (JSON.parse(quoted) as string);
}

function rewritten(quoted: string, { literal, ascii, slashes, html, meta }: Letters): string {
  if (!literal && !ascii && !slashes && !html && !meta) return quoted;
  if (plainString.test(quoted) && !(meta && /[@%]/.test(quoted))) return quoted;
  let text = JSON.stringify(plain(quoted));
  if (ascii) text = text.replace(/[\u007f-\uffff]/g, escaped);
  if (slashes) text = text.replaceAll('/', '\\/');
  if (html) text = text.replace(/[<>&\u2028\u2029]/g, escaped);
  if (meta) text = text.replace(/[<@%]/g, (character) => escaped(character).replace('c', 'C'));
  return text;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
