import * as grammar from '@hookwell/core/json/grammar';
import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  JsonTokenizer,
  jsonName,
  startOfJson,
} from '@hookwell/core/json/tokenizer';
import { at, columnsFor, type JsonDocument } from './json-document.ts';

/** Collects the nodes of a text while it is scanned. */
class JsonNodes implements JsonSink {
  size = 0;
  /** The innermost open container, or -1. */
  open = -1;
  /** The start of the token that began last. */
  start = 0;
  readonly #text: string;
  #columns;
  #keyStart = -1;
  #keyEnd = -1;

  constructor(text: string) {
    this.#text = text;
    this.#columns = columnsFor(Math.max(256, text.length >> 4));
  }

  begin(token: JsonToken, place: number): void {
    this.start = place;
    if (token <= JsonKind.array) this.open = this.#add(token, place + 1);
  }

  end(token: JsonToken, place: number): void {
    if (token <= JsonKind.array) this.closeContainer(place);
    else if (token === jsonName) {
      this.#keyStart = this.start;
      this.#keyEnd = place;
    } else this.#add(token, place);
  }

  closeContainer(end: number): void {
    const { ends, afters, parents } = this.#columns;
    ends[this.open] = end;
    afters[this.open] = this.size;
    this.open = at(parents, this.open);
  }

  /** Adds the value that began last to the open container. */
  #add(kind: JsonToken, end: number): number {
    const node = this.size++;
    const parent = this.open;
    if (node === this.#columns.kinds.length) this.#columns = columnsFor(2 * node, this.#columns);
    const columns = this.#columns;
    columns.kinds[node] = kind;
    columns.starts[node] = this.start;
    columns.ends[node] = end;
    columns.keyStarts[node] = this.#keyStart;
    columns.keyEnds[node] = this.#keyEnd;
    columns.parents[node] = parent;
    columns.afters[node] = this.size;
    if (parent >= 0) {
      const place = at(columns.childCounts, parent);
      columns.depths[node] = at(columns.depths, parent) + 1;
      columns.places[node] = place;
      columns.childCounts[parent] = place + 1;
    }
    this.#keyStart = -1;
    this.#keyEnd = -1;
    return node;
  }

  document(cutIn = -1): JsonDocument {
    const { size } = this;
    return { text: this.#text, size, cutIn, ...columnsFor(size, this.#columns) };
  }
}

type ScannedJson = { ok: true; document: JsonDocument } | { ok: false; fault: JsonFault };

/**
 * Reads a JSON text (RFC 8259) without converting anything: digits, escapes, repeated names and their order stay.
 * Nesting costs no stack. With `isCut`, the text is only the beginning of a JSON text. Containers open at its end are
 * closed there, and a value that is cut off itself is left out.
 */
export function scanJson(text: string, { isCut = false } = {}): ScannedJson {
  const nodes = new JsonNodes(text);
  const tokenizer = new JsonTokenizer(nodes);
  tokenizer.read(text, startOfJson(text));
  // More digits may have been cut off.
  if (!isCut) tokenizer.end(text.length);
  if (tokenizer.isComplete) return { ok: true, document: nodes.document() };
  const fault = jsonFault(text, tokenizer, nodes.start, isCut);
  if (!isCut || !fault.atEnd || nodes.size === 0) return { ok: false, fault };
  const cutIn = nodes.open;
  while (nodes.open >= 0) nodes.closeContainer(text.length);
  return { ok: true, document: nodes.document(cutIn) };
}

/**
 * Reads JSON values, one a line, as the elements of one array. The text of each stays the sender's own. Gives
 * `undefined` if a line is not exactly one value. With `isCut`, the last line is left out.
 */
export function jsonLines(text: string, isCut = false): JsonDocument | undefined {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (isCut) lines.pop();
  const values = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (values.length === 0) return undefined;
  const result = scanJson(`[${values.join(',\n')}]`);
  if (!result.ok) return undefined;
  const { document } = result;
  let node = 1;
  for (const value of values) {
    // Otherwise a line such as "1, 2" would count as two values.
    if (at(document.ends, node) - at(document.starts, node) !== value.length) return undefined;
    node = at(document.afters, node);
  }
  if (node !== document.size) return undefined;
  return isCut ? { ...document, cutIn: 0 } : document;
}

/** The first place where a text is not JSON. */
interface JsonFault {
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
function jsonFault(
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
