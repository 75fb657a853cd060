export interface XmlToken {
  kind: 'open' | 'close' | 'empty' | 'text' | 'other';
  from: number;
  to: number;
  /** The name in a tag; empty for other tokens. */
  name: string;
}

type ScannedXml = { ok: true; tokens: XmlToken[] } | { ok: false; offset: number; problem: string };

const space = '[ \\t\\r\\n]';
const name = '[\\p{L}_:][\\p{L}\\p{N}\\p{M}_:.\\-\\u00b7]*';
const attribute = `${space}+${name}${space}*=${space}*(?:"[^"<]*"|'[^'<]*')`;
const tag = new RegExp(`<(${name})(?:${attribute})*${space}*(/?)>`, 'uy');
const closing = new RegExp(`</(${name})${space}*>`, 'uy');
/** The other kinds of markup: their beginning, their end, and their name for people. */
const others = [
  ['<!--', '-->', 'comment'],
  ['<![CDATA[', ']]>', 'CDATA section'],
  ['<?', '?>', 'processing instruction'],
] as const;
const documentType = /<!DOCTYPE(?:[^<>[\]"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>/y;

/**
 * Cuts an XML text into tokens and checks that tags are balanced. It resolves no entity, no reference and no document
 * type. With `isCut`, elements may be open at the end.
 */
export function scanXml(text: string, isCut = false): ScannedXml {
  const tokens: XmlToken[] = [];
  const open: string[] = [];
  let hasRoot = false;
  let position = text.startsWith('\ufeff') ? 1 : 0;
  const failed = (offset: number, problem: string): ScannedXml => {
    return { ok: false, offset, problem };
  };
  while (position < text.length) {
    const token = tokenAt(text, position);
    if (typeof token === 'string') {
      if (isCut && hasRoot && text.indexOf('>', position) < 0) return { ok: true, tokens };
      return failed(position, token);
    }
    const isContent = token.kind !== 'text' || text.slice(token.from, token.to).trim() !== '';
    if (token.kind === 'open' || token.kind === 'empty') {
      if (open.length === 0 && hasRoot) return failed(position, 'there is a second root element');
      hasRoot = true;
    } else if (token.kind === 'text' && isContent && open.length === 0) {
      return failed(position, 'there is text outside of the root element');
    }
    if (token.kind === 'open') open.push(token.name);
    if (token.kind === 'close' && open.pop() !== token.name) {
      return failed(position, `the closing tag of "${token.name}" has no opening tag here`);
    }
    if (isContent) tokens.push(token);
    position = token.to;
  }
  if (!hasRoot) return failed(position, 'there is no element');
  if (open.length > 0 && !isCut)
    return failed(position, `the closing tag of "${open.at(-1)}" is missing`);
  return { ok: true, tokens };
}

/** The token at an index, or the problem there. */
function tokenAt(text: string, from: number): XmlToken | string {
  if (text[from] !== '<') {
    const end = text.indexOf('<', from);
    return { kind: 'text', from, to: end < 0 ? text.length : end, name: '' };
  }
  for (const [begin, end, what] of others) {
    if (!text.startsWith(begin, from)) continue;
    const at = text.indexOf(end, from + begin.length);
    if (at < 0) return `this ${what} is not closed`;
    return { kind: 'other', from, to: at + end.length, name: '' };
  }
  const opened = matchAt(tag, text, from);
  if (opened !== undefined) {
    const kind = opened[2] === '/' ? 'empty' : 'open';
    return { kind, from, to: from + opened[0].length, name: opened[1] ?? '' };
  }
  const closed = matchAt(closing, text, from);
  if (closed !== undefined) {
    return { kind: 'close', from, to: from + closed[0].length, name: closed[1] ?? '' };
  }
  const typed = matchAt(documentType, text, from);
  if (typed !== undefined) return { kind: 'other', from, to: from + typed[0].length, name: '' };
  return 'this is not a tag';
}

function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from;
  try {
    return pattern.exec(text) ?? undefined;
  } catch {
    // Expressions cannot match a tag with hundreds of thousands of attributes.
    return undefined;
  }
}

/** Deeper lines are not indented further. */
const deepestIndent = 40;

/** Writes XML in lines, indented by two spaces. An element with text alone stays in one line. */
export function prettyXml(text: string, tokens: readonly XmlToken[]): string {
  const lines: string[] = [];
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.kind === 'close') depth--;
    const indent = '  '.repeat(Math.min(Math.max(depth, 0), deepestIndent));
    const alone = token.kind === 'open' ? tokensOfOneLine(tokens, index) : 1;
    const last = tokens[index + alone - 1] ?? token;
    lines.push(indent + text.slice(token.from, last.to).trim());
    if (token.kind === 'open' && alone === 1) depth++;
    index += alone - 1;
  }
  return lines.join('\n');
}

/** The number of tokens of `<a>text</a>` or `<a></a>`; otherwise 1. */
function tokensOfOneLine(tokens: readonly XmlToken[], index: number): number {
  if (tokens[index + 1]?.kind === 'close') return 2;
  return tokens[index + 1]?.kind === 'text' && tokens[index + 2]?.kind === 'close' ? 3 : 1;
}
