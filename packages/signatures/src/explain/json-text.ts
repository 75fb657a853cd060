/** A JSON text in parts: numbers and literals as they came, so that nothing of them is lost. */
export type JsonText = string | JsonArray | JsonObject;

interface JsonArray {
  items: JsonText[];
}

interface JsonObject {
  /** As they came, in quotes. */
  keys: string[];
  values: JsonText[];
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

const scalar = /[^\s,\]}]+/y;

/** @returns undefined if the text is no JSON, or too deep, or has too many parts */
export function readJsonText(text: string): JsonText | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  let at = 0;
  let parts = 0;
  return value(0);

  function value(depth: number): JsonText | undefined {
    if (depth > mostDepth || ++parts > mostParts) return undefined;
    const first = skipSpace();
    if (first === '"') return quoted();
    if (first === '[') return array(depth + 1);
    if (first === '{') return object(depth + 1);
    scalar.lastIndex = at;
    const [found = ''] = scalar.exec(text) ?? [];
    at += found.length;
    return found;
  }

  function array(depth: number): JsonArray | undefined {
    const items: JsonText[] = [];
    at++;
    if (skipSpace() === ']') at++;
    else {
      do {
        const item = value(depth);
        if (item === undefined) return undefined;
        items.push(item);
      } while (goesOn());
    }
    return { items };
  }

  function object(depth: number): JsonObject | undefined {
    const keys: string[] = [];
    const values: JsonText[] = [];
    at++;
    if (skipSpace() === '}') at++;
    else {
      do {
        skipSpace();
        keys.push(quoted());
        skipSpace();
        at++;
        const member = value(depth);
        if (member === undefined) return undefined;
        values.push(member);
      } while (goesOn());
    }
    return { keys, values };
  }

  /** Passes a comma, or the end. */
  function goesOn(): boolean {
    const found = skipSpace();
    at++;
    return found === ',';
  }

  function quoted(): string {
    const start = at++;
    for (;;) {
      const end = text.indexOf('"', at);
      let escapes = 0;
      while (text[end - 1 - escapes] === '\\') escapes++;
      at = end + 1;
      if (escapes % 2 === 0) return text.slice(start, at);
    }
  }

  function skipSpace(): string | undefined {
    while (isSpace(text.charCodeAt(at))) at++;
    return text[at];
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
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
      for (const member of membersOf(part)) {
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

  function membersOf({ keys, values }: JsonObject): { key: string; value: JsonText }[] {
    const members = keys.map((key, index) => ({ key, value: values[index] ?? '' }));
    return isSorted ? members.sort((a, b) => inOrder(plain(a.key), plain(b.key))) : members;
  }
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Such strings are the same in all styles. */
const plainString = /^"[\w .,:;!?@#$%^*()+=|~`'{}[\]-]*"$/;

function plain(quoted: string): string {
  // A string of a text that was parsed before is a string.
  return plainString.test(quoted) ? quoted.slice(1, -1) : (JSON.parse(quoted) as string);
}

function rewritten(quoted: string, { literal, ascii, slashes, html }: Letters): string {
  if (!literal && !ascii && !slashes && !html) return quoted;
  if (plainString.test(quoted)) return quoted;
  let text = JSON.stringify(plain(quoted));
  if (ascii) text = text.replace(/[\u007f-\uffff]/g, escaped);
  if (slashes) text = text.replaceAll('/', '\\/');
  if (html) text = text.replace(/[<>&\u2028\u2029]/g, escaped);
  return text;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
