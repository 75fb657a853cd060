import * as grammar from '@hookwell/core/json/grammar';
import type { JsonTokenizer } from '@hookwell/core/json/tokenizer';

/** The first place where a text is not JSON. */
export interface JsonFault {
  offset: number;
  /** The expectation there. */
  message: string;
  /** Whether the text only ended too early. */
  atEnd: boolean;
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
  const expected = (what: string, offset = at) => fault(offset, `${what} was expected`, atEnd);
  switch (tokenizer.state) {
    case grammar.atValue:
    case grammar.atValueOrEnd:
      return expected('a value');
    case grammar.inWord:
      return expected('a value', start);
    case grammar.atName:
      return expected('a name in double quotes');
    case grammar.atNameOrEnd:
      return expected('a name in double quotes or a closing brace');
    case grammar.afterName:
      return expected('a colon');
    case grammar.inString:
      if (atEnd) return fault(start, 'this string has no closing quote', true);
      return fault(at, 'a control character must be escaped in a string', false);
    case grammar.inEscape:
      return fault(
        at - 1,
        atEnd ? 'this escape is not finished' : 'there is no such escape',
        atEnd,
      );
    case grammar.inHex:
      return fault(text.lastIndexOf('\\', at - 1), 'there is no such escape', atEnd);
    case grammar.afterValue:
      return faultAfterValue(at, tokenizer, atEnd);
    default:
      if (!atEnd || !grammar.endsNumber(tokenizer.state)) return faultInNumber(text, start);
      if (isCut) return fault(at, 'this number is not finished', true);
      return faultAfterValue(at, tokenizer, true);
  }
}

function fault(offset: number, message: string, atEnd: boolean): JsonFault {
  return { offset, message, atEnd };
}

function faultAfterValue(at: number, { isInObject }: JsonTokenizer, atEnd: boolean): JsonFault {
  if (isInObject === undefined) {
    return fault(at, 'nothing more was expected after the value', false);
  }
  const end = isInObject ? 'a closing brace' : 'a closing bracket';
  return fault(at, `a comma or ${end} was expected`, atEnd);
}

/** The expression is sticky, so that it reads from a position without cutting the text. */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The fault stands behind the longest beginning that is a number. */
function faultInNumber(text: string, start: number): JsonFault {
  number.lastIndex = start;
  const end = start + (number.exec(text)?.[0].length ?? 0);
  const isCut = text.length - end < 8 && /^[-+.eE\d]*$/.test(text.slice(end));
  return fault(end, 'this is not a number', isCut);
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
export function faultSentence(text: string, { offset, message }: JsonFault): string {
  const { line, column } = lineAndColumn(text, offset);
  const where = offset >= text.length ? ' (the end)' : '';
  return `This is not valid JSON: in line ${line}, column ${column}${where}, ${message}.`;
}
