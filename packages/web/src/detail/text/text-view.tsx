import { useCallback, useMemo, useState } from 'react';
import { marksIn, textHits } from '../search/hits.ts';
import { Rows, scrollerClass } from './rows.tsx';
import { type MarkedProps, MarkedText, useSearched } from './searched-text.tsx';

const tones: Readonly<Record<SyntaxTone, string>> = {
  name: 'text-json-name',
  string: 'text-json-string',
  number: 'text-json-number',
  word: 'text-json-word',
  punctuation: 'text-muted',
  comment: 'text-muted italic',
  plain: '',
};

/** Longer lines have too many tokens for smooth scrolling. */
const longestColouredCharacters = 600;

/** One line of captured text, its tokens in colours. The writing direction of a token does not affect the others. */
function ShownLine({ text, language, marks, hit }: MarkedProps & { language: Language }) {
  if (language === 'plain' || text.length > longestColouredCharacters)
    return <MarkedText hit={hit} marks={marks} text={text} />;
  let from = 0;
  return syntaxRuns(text, language).map((run, index) => {
    const inside = marks.map((mark) => ({ ...mark, from: mark.from - from, to: mark.to - from }));
    from += run.text.length;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
      <span className={`[unicode-bidi:isolate] ${tones[run.tone]}`} key={index}>
        <MarkedText hit={hit} marks={inside} text={run.text} />
      </span>
    );
  });
}

interface TextViewProps {
  text: string;
  language: Language;
  /** Names the text for screen readers. */
  label: string;
  wraps: boolean;
}

const lineHeight = 20;

/** Text in numbered lines. */
export function TextView({ text, language, label, wraps }: TextViewProps) {
  const lines = useMemo(() => textLines(text), [text]);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const find = useCallback((query: string) => textHits(text, query), [text]);
  const { query, hits, current } = useSearched(scroller, find);
  const marked = { hits, length: query.length, current: current?.hit };
  const numberWidth = `calc(${String(lines.lineCount).length}ch + 1.5rem)`;
  const isWhole = lines.count <= 500 && text.length <= 100_000;
  return (
    <section
      aria-label={label}
      className={`${scrollerClass} h-full py-2 font-mono text-[0.8125rem] leading-5`}
      ref={setScroller}
      // A hit must not stand behind the numbers either.
      style={{ scrollPaddingLeft: numberWidth }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling area
      tabIndex={0}
    >
      <div className={isWhole && wraps ? '[&>div]:w-full' : ''}>
        <Rows
          count={lines.count}
          hit={current}
          isMeasured={wraps}
          isWhole={isWhole}
          key={String(wraps)}
          noun="Lines"
          row={(index) => {
            const start = lines.starts[index] ?? 0;
            const shown = lineAt(lines, index);
            return (
              <div className="flex min-h-5 pr-4" key={index}>
                <span
                  aria-hidden="true"
                  className="sticky left-0 shrink-0 bg-surface pr-3 pl-3 text-right text-muted tabular-nums select-none"
                  style={{ width: numberWidth }}
                >
                  {lines.numbers[index] || ''}
                </span>
                <code
                  className={
                    wraps ? 'min-w-0 grow break-all whitespace-pre-wrap' : 'whitespace-pre'
                  }
                >
                  <ShownLine
                    hit={current}
                    language={language}
                    marks={marksIn(marked, start, start + shown.length)}
                    text={shown}
                  />
                </code>
              </div>
            );
          }}
          revealed={current && lineOf(lines, current.hit)}
          rowHeight={lineHeight}
          scroller={scroller}
        />
      </div>
    </section>
  );
}

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
function lineOf({ starts, count }: TextLines, place: number): number {
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
type SyntaxTone = 'name' | 'string' | 'number' | 'word' | 'punctuation' | 'comment' | 'plain';

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

const syntaxTones = ['name', 'string', 'number', 'word', 'punctuation', 'comment'] as const;

function toneIn(groups: Record<string, string | undefined>): SyntaxTone {
  return syntaxTones.find((tone) => groups[tone] !== undefined) ?? 'plain';
}
