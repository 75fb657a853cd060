/** The first place where a text is not JSON, and the expectation there. */
export class JsonFault extends Error {
  readonly offset: number;
  /** Whether the text only ended too early. */
  readonly atEnd: boolean;

  constructor(offset: number, expectation: string, atEnd = false) {
    super(expectation);
    this.offset = offset;
    this.atEnd = atEnd;
  }
}

/** The next position that is not white space of JSON. */
export function skipSpace(text: string, from: number): number {
  let position = from;
  for (;;) {
    const code = text.charCodeAt(position);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return position;
    position++;
  }
}

const escapes = '"\\/bfnrt';

/** The index behind the string literal that begins at the position. */
export function endOfString(text: string, start: number): number {
  let position = start + 1;
  for (;;) {
    const code = text.charCodeAt(position);
    if (code === 0x22) return position + 1;
    if (code === 0x5c) {
      position = endOfEscape(text, position);
    } else if (code >= 0x20) {
      position++;
    } else if (position >= text.length) {
      throw new JsonFault(start, 'this string has no closing quote', true);
    } else {
      throw new JsonFault(position, 'a control character must be escaped in a string');
    }
  }
}

function endOfEscape(text: string, start: number): number {
  const letter = text[start + 1];
  if (letter === undefined) throw new JsonFault(start, 'this escape is not finished', true);
  if (escapes.includes(letter)) return start + 2;
  const digits = text.slice(start + 2, start + 6);
  if (letter === 'u' && /^[0-9a-f]{4}$/i.test(digits)) return start + 6;
  const isCut = letter === 'u' && /^[0-9a-f]{0,3}$/i.test(digits) && start + 6 > text.length;
  throw new JsonFault(start, 'there is no such escape', isCut);
}

/** The expression is sticky, so that it reads from a position without cutting the text. */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The index behind the number that begins at the position. */
export function endOfNumber(text: string, start: number): number {
  number.lastIndex = start;
  const found = number.exec(text);
  const end = start + (found?.[0].length ?? 0);
  const next = text.charCodeAt(end);
  const isCut = /^[-+.eE\d]*$/.test(text.slice(end, end + 8)) && text.length - end < 8;
  if (found === null || (next >= 0x30 && next <= 0x39) || next === 0x2e || (next | 0x20) === 0x65) {
    throw new JsonFault(end, 'this is not a number', isCut);
  }
  return end;
}

/** Line and column of an offset, both from 1; a column is one UTF-16 unit. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (
    let end = text.indexOf('\n');
    end >= 0 && end < offset;
    end = text.indexOf('\n', lineStart)
  ) {
    line++;
    lineStart = end + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Tells people of the fault and its place in one sentence. */
export function faultSentence(text: string, fault: JsonFault): string {
  const { line, column } = lineAndColumn(text, fault.offset);
  const where = fault.offset >= text.length ? ' (the end)' : '';
  return `This is not valid JSON: in line ${line}, column ${column}${where}, ${fault.message}.`;
}
