import type { JsonTokenizer } from '@hookwell/bodies/json';
import * as state from '@hookwell/bodies/json-states';

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

/**
 * The fault of a text that a tokenizer has read without finding it complete.
 * @param start the start of the token that began last
 */
export function jsonFault(
  text: string,
  tokenizer: JsonTokenizer,
  start: number,
  isCut: boolean,
): JsonFault {
  const atEnd = tokenizer.fault === undefined;
  const at = tokenizer.fault ?? text.length;
  switch (tokenizer.state) {
    case state.atValue:
    case state.atValueOrEnd:
      return new JsonFault(at, 'a value was expected', atEnd);
    case state.inWord:
      return new JsonFault(start, 'a value was expected', atEnd);
    case state.atName:
      return new JsonFault(at, 'a name in double quotes was expected', atEnd);
    case state.atNameOrEnd:
      return new JsonFault(at, 'a name in double quotes or a closing brace was expected', atEnd);
    case state.afterName:
      return new JsonFault(at, 'a colon was expected', atEnd);
    case state.inString:
      if (atEnd) return new JsonFault(start, 'this string has no closing quote', true);
      return new JsonFault(at, 'a control character must be escaped in a string');
    case state.inEscape:
      if (atEnd) return new JsonFault(at - 1, 'this escape is not finished', true);
      return new JsonFault(at - 1, 'there is no such escape');
    case state.inHex:
      return new JsonFault(text.lastIndexOf('\\', at - 1), 'there is no such escape', atEnd);
    case state.afterValue:
      return faultAfterValue(at, tokenizer, atEnd);
    default:
      if (!atEnd || !state.endsNumber(tokenizer.state)) return faultInNumber(text, start);
      if (isCut) return new JsonFault(at, 'this number is not finished', true);
      return faultAfterValue(at, tokenizer, true);
  }
}

function faultAfterValue(at: number, { isInObject }: JsonTokenizer, atEnd: boolean): JsonFault {
  if (isInObject === undefined) {
    return new JsonFault(at, 'nothing more was expected after the value');
  }
  const end = isInObject ? 'a closing brace' : 'a closing bracket';
  return new JsonFault(at, `a comma or ${end} was expected`, atEnd);
}

/** The expression is sticky, so that it reads from a position without cutting the text. */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The fault stands behind the longest beginning that is a number. */
function faultInNumber(text: string, start: number): JsonFault {
  number.lastIndex = start;
  const end = start + (number.exec(text)?.[0].length ?? 0);
  const isCut = text.length - end < 8 && /^[-+.eE\d]*$/.test(text.slice(end));
  return new JsonFault(end, 'this is not a number', isCut);
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
