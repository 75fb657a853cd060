import { type JsonDocument, JsonKind } from './json-document.ts';
import { JsonNodes } from './json-nodes.ts';
import { endOfNumber, endOfString, JsonFault, skipSpace } from './json-tokens.ts';

export type ScannedJson = { ok: true; document: JsonDocument } | { ok: false; fault: JsonFault };

/**
 * Reads a JSON text (RFC 8259) without converting anything: digits, escapes, repeated names and their order stay.
 * Nesting costs no stack. With `isCut`, the text is only the beginning of a JSON text. Containers open at its end are
 * closed there, and a value that is cut off itself is left out.
 */
export function scanJson(text: string, { isCut = false } = {}): ScannedJson {
  const nodes = new JsonNodes();
  try {
    const end = scanValues(text, nodes, isCut);
    const rest = skipSpace(text, end);
    if (rest < text.length) throw new JsonFault(rest, 'nothing more was expected after the value');
    return { ok: true, document: nodes.document(text) };
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    if (!isCut || !fault.atEnd || nodes.size === 0) return { ok: false, fault };
    const cutIn = nodes.open;
    while (nodes.open >= 0) nodes.closeContainer(text.length);
    return { ok: true, document: nodes.document(text, cutIn) };
  }
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Scans one value with its content. Gives the index of its end. */
function scanValues(text: string, nodes: JsonNodes, isCut: boolean): number {
  let position = skipSpace(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  for (;;) {
    // The position is at a value, or at the end of an empty container.
    const code = text.charCodeAt(position);
    if (code === openBrace || code === openBracket) {
      nodes.openContainer(code === openBrace ? JsonKind.object : JsonKind.array, position);
      position = skipSpace(text, position + 1);
      const isEmpty =
        text.charCodeAt(position) === (code === openBrace ? closeBrace : closeBracket);
      if (!isEmpty) {
        if (code === openBrace) position = scanName(text, position, nodes, true);
        continue;
      }
    } else {
      position = scanScalar(text, position, nodes, isCut);
    }
    // The position is behind a value, or at the end of an empty container.
    position = closeContainers(text, position, nodes);
    if (nodes.open < 0) return position;
    position = skipSpace(text, position + 1);
    if (!nodes.isArrayOpen()) position = scanName(text, position, nodes, false);
  }
}

/** Closes the containers that end here. Stops at a comma, or behind the whole. */
function closeContainers(text: string, from: number, nodes: JsonNodes): number {
  let position = from;
  while (nodes.open >= 0) {
    position = skipSpace(text, position);
    const code = text.charCodeAt(position);
    if (code === comma) return position;
    const isArray = nodes.isArrayOpen();
    if (code !== (isArray ? closeBracket : closeBrace)) {
      const end = isArray ? 'a closing bracket' : 'a closing brace';
      throw new JsonFault(position, `a comma or ${end} was expected`, position >= text.length);
    }
    position++;
    nodes.closeContainer(position);
  }
  return position;
}

/** Scans a name and its colon. Gives the index of the value. */
function scanName(text: string, position: number, nodes: JsonNodes, isFirst: boolean): number {
  if (text.charCodeAt(position) !== quote) {
    const expected = isFirst
      ? 'a name in double quotes or a closing brace'
      : 'a name in double quotes';
    throw new JsonFault(position, `${expected} was expected`, position >= text.length);
  }
  const end = endOfString(text, position);
  const behind = skipSpace(text, end);
  if (text.charCodeAt(behind) !== colon) {
    throw new JsonFault(behind, 'a colon was expected', behind >= text.length);
  }
  nodes.name(position, end);
  return skipSpace(text, behind + 1);
}

const words = [
  ['true', JsonKind.true],
  ['false', JsonKind.false],
  ['null', JsonKind.null],
] as const;

function scanScalar(text: string, position: number, nodes: JsonNodes, isCut: boolean): number {
  const code = text.charCodeAt(position);
  if (code === quote) {
    const end = endOfString(text, position);
    nodes.add(JsonKind.string, position, end);
    return end;
  }
  if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
    const end = endOfNumber(text, position);
    // More digits may have been cut off.
    if (isCut && end === text.length) throw new JsonFault(end, 'this number is not finished', true);
    nodes.add(JsonKind.number, position, end);
    return end;
  }
  for (const [word, kind] of words) {
    if (!text.startsWith(word, position)) continue;
    nodes.add(kind, position, position + word.length);
    return position + word.length;
  }
  const rest = text.slice(position, position + 5);
  const isCutWord =
    position + rest.length >= text.length && words.some(([word]) => word.startsWith(rest));
  throw new JsonFault(position, 'a value was expected', isCutWord);
}
