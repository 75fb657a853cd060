export type Language = 'json' | 'xml' | 'plain';
export type SyntaxTone =
  | 'name'
  | 'string'
  | 'number'
  | 'word'
  | 'punctuation'
  | 'comment'
  | 'plain';

export interface SyntaxRun {
  text: string;
  tone: SyntaxTone;
}

const json =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>-?\d[\d.eE+-]*)|(?<word>true|false|null)|(?<punctuation>[{}[\],:]+)/g;
const xml =
  /(?<plain>(?<=>)[^<]+)|(?<comment><!--.*?(?:-->|$)|<[?!](?!\[CDATA\[).*?>)|(?<name><\/?[^\s<>/]+|\/?>)|(?<string>"[^"]*"|'[^']*')|(?<punctuation>=)/g;

/** Cuts a line into tokens. Every line is read by itself, so a token that goes on from the previous line is plain. */
export function syntaxRuns(line: string, language: Language): SyntaxRun[] {
  if (language === 'plain') return [{ text: line, tone: 'plain' }];
  const runs: SyntaxRun[] = [];
  let position = 0;
  for (const { 0: text, index, groups } of line.matchAll(language === 'json' ? json : xml)) {
    if (index > position) runs.push({ text: line.slice(position, index), tone: 'plain' });
    runs.push({ text, tone: toneIn(groups ?? {}) });
    position = index + text.length;
  }
  if (position < line.length) runs.push({ text: line.slice(position), tone: 'plain' });
  return runs;
}

const tones = ['name', 'string', 'number', 'word', 'punctuation', 'comment'] as const;

function toneIn(groups: Record<string, string | undefined>): SyntaxTone {
  return tones.find((tone) => groups[tone] !== undefined) ?? 'plain';
}
