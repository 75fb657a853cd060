import { useEffect, useMemo, useState } from 'react';
import { placeOf, useFoundIn } from './found-in.ts';
import { Rows } from './rows.tsx';
import { SearchedText } from './searched-text.tsx';
import { ShownLine } from './shown-line.tsx';
import type { Language } from './syntax.ts';
import { lineAt, lineOf, textLines } from './text-lines.ts';

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
  const found = useFoundIn(text);
  const line = useMemo(() => lineOf(lines, placeOf(found, text)), [lines, found, text]);
  useEffect(() => {
    if (found !== '') scroller?.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
  }, [scroller, found]);
  const digits = String(lines.lineCount).length;
  const isWhole = lines.count <= 500 && text.length <= 100_000;
  return (
    <section
      aria-label={label}
      className="h-full overflow-auto py-2 font-mono text-[0.8125rem] leading-5"
      ref={setScroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling area
      tabIndex={0}
    >
      <div className={isWhole && wraps ? '[&>div]:w-full' : ''}>
        <Rows
          count={lines.count}
          isMeasured={wraps}
          isWhole={isWhole}
          key={String(wraps)}
          noun="Lines"
          row={(index) => {
            const shown = lineAt(lines, index);
            return (
              <div className="flex min-h-5 pr-4" key={index}>
                <span
                  aria-hidden="true"
                  className="sticky left-0 shrink-0 bg-surface pr-3 pl-3 text-right text-muted tabular-nums select-none"
                  style={{ width: `calc(${digits}ch + 1.5rem)` }}
                >
                  {lines.numbers[index] || ''}
                </span>
                <code
                  className={
                    wraps ? 'min-w-0 grow break-all whitespace-pre-wrap' : 'whitespace-pre'
                  }
                >
                  {placeOf(found, shown) < 0 ? (
                    <ShownLine language={language} text={shown} />
                  ) : (
                    <SearchedText searched={found} text={shown} />
                  )}
                </code>
              </div>
            );
          }}
          {...(line >= 0 && { revealed: line })}
          rowHeight={lineHeight}
          scroller={scroller}
        />
      </div>
    </section>
  );
}
