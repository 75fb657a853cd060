import type { XmlToken } from './scan-xml.ts';

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
