/** A text cut into lines as they are shown. Very long lines are broken. */
interface TextLines {
  readonly text: string;
  readonly count: number;
  /** The index of each shown line in the text, and at last the length of the text. */
  readonly starts: Int32Array;
  /** The number of each shown line in the text, from 1. It is 0 if a broken line goes on. */
  readonly numbers: Int32Array;
  readonly lineCount: number;
}

/** Browsers lay out longer lines slowly. In UTF-16 units. */
const longestLineCharacters = 2000;

export function textLines(text: string, longest = longestLineCharacters): TextLines {
  let starts = new Int32Array(1024);
  let numbers = new Int32Array(1024);
  let count = 0;
  let lineCount = 0;
  let position = 0;
  while (position <= text.length) {
    const feed = text.indexOf('\n', position);
    const end = feed < 0 ? text.length : feed;
    lineCount++;
    for (let from = position, isFirst = true; isFirst || from < end; isFirst = false) {
      if (count + 2 > starts.length) {
        starts = doubled(starts);
        numbers = doubled(numbers);
      }
      starts[count] = from;
      numbers[count++] = isFirst ? lineCount : 0;
      from = breakAfter(text, from, end, longest);
    }
    position = end + 1;
    // A line feed at the end of the text begins no further line.
    if (position === text.length && feed >= 0) break;
  }
  starts[count] = text.length;
  return { text, count, starts, numbers, lineCount };
}

/** A shown line without its line end. */
export function lineAt({ text, starts }: TextLines, index: number): string {
  return text.slice(starts[index], starts[index + 1]).replace(/\r?\n$/, '');
}

/** The index of the shown line that has this place of the text, or -1 for the place -1. */
export function lineOf({ starts, count }: TextLines, place: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function breakAfter(text: string, from: number, end: number, longest: number): number {
  const to = Math.min(end, from + longest);
  const isInsidePair = to < end && (text.charCodeAt(to) & 0xfc00) === 0xdc00;
  return isInsidePair ? to - 1 : to;
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}

export type Language = 'json' | 'xml' | 'plain';
export type SyntaxTone =
  | 'name'
  | 'string'
  | 'number'
  | 'word'
  | 'punctuation'
  | 'comment'
  | 'plain';

interface SyntaxRun {
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
