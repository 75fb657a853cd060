import { useCallback, useMemo, useState } from 'react';
import { marksIn, textHits } from '../search/hits.ts';
import { Rows, scrollerClass } from './rows.tsx';
import { type MarkedProps, MarkedText, useSearched } from './searched-text.tsx';
import {
  type Language,
  lineAt,
  lineOf,
  type SyntaxTone,
  syntaxRuns,
  textLines,
} from './text-lines.ts';

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

export interface TextViewProps {
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
