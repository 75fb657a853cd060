import { useMemo, useState } from 'react';
import { Rows, scrollerClass } from '../detail/text/rows.tsx';
import { ShownText } from '../request/shown-text.tsx';
import { plural } from '../ui/format.ts';
import type { ComparedLine, ComparedLines } from './compare-lines.ts';
import { type ChangedPart, changedParts } from './pair-lines.ts';
import { ChangeMark } from './pairs-comparison.tsx';

/** A compared line, or the number of equal lines that are folded away. */
type ShownLine = { kind: 'line'; line: ComparedLine } | { kind: 'gap'; count: number };

/** So many equal lines stay before and after a difference. */
const contextLines = 3;

/** With `onlyChanges`, equal lines that are far from any difference are folded away. */
function shownLines(lines: readonly ComparedLine[], onlyChanges: boolean): ShownLine[] {
  if (!onlyChanges) return lines.map((line) => ({ kind: 'line', line }));
  const shown: ShownLine[] = [];
  const near = nearChanges(lines);
  let hidden = 0;
  lines.forEach((line, index) => {
    if (near[index] !== 1) {
      hidden++;
      return;
    }
    if (hidden > 0) shown.push({ kind: 'gap', count: hidden });
    hidden = 0;
    shown.push({ kind: 'line', line });
  });
  if (hidden > 0) shown.push({ kind: 'gap', count: hidden });
  return shown;
}

function nearChanges(lines: readonly ComparedLine[]): Uint8Array {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ change }, index) => {
    if (change !== 'same')
      near.fill(1, Math.max(0, index - contextLines), index + contextLines + 1);
  });
  return near;
}

interface LinesComparisonProps {
  compared: ComparedLines;
  onlyChanges: boolean;
  /** The texts that are compared. */
  texts: 'bodies' | 'settings';
}

/** Compared lines, side by side on wide pages and below each other on narrow ones. */
export function LinesComparison({ compared, onlyChanges, texts }: LinesComparisonProps) {
  const shown = useMemo(() => shownLines(compared.lines, onlyChanges), [compared, onlyChanges]);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isWhole = shown.length <= 300;
  return (
    <>
      {!compared.isExact && (
        <p className="border-b border-line px-4 py-1.5 text-muted">
          The {texts} differ too much to be compared line by line. The part between their common
          ends is shown as it is.
        </p>
      )}
      <section
        aria-label={`Lines of both ${texts}`}
        className={`font-mono text-[0.8125rem] leading-5 [&>div]:w-full ${isWhole ? '' : `h-[80dvh] ${scrollerClass}`}`}
        ref={setScroller}
        tabIndex={isWhole ? undefined : 0}
      >
        <Rows
          count={shown.length}
          isMeasured
          isWhole={isWhole}
          key={String(onlyChanges)}
          noun="Lines"
          row={(index) => <Line key={index} shown={shown[index]} />}
          rowHeight={20}
          scroller={scroller}
        />
      </section>
    </>
  );
}

function Line({ shown }: { shown: ShownLine | undefined }) {
  if (shown === undefined) return null;
  if (shown.kind === 'gap') {
    return (
      <div className="border-y border-line bg-raised px-4 py-0.5 font-sans text-xs text-muted">
        {plural(shown.count, 'equal line')}
      </div>
    );
  }
  return <ComparedRow line={shown.line} />;
}

function ComparedRow({ line }: { line: ComparedLine }) {
  const { change, left, right, isVolatile } = line;
  const parts =
    change === 'changed' && left && right ? changedParts(left.text, right.text) : undefined;
  const tone = (colour: string) => (change === 'same' || isVolatile ? '' : colour);
  return (
    <div className={`grid wide:grid-cols-2 ${isVolatile ? 'text-muted' : ''}`}>
      <Cell
        className={`${tone('bg-danger-soft')} ${left === undefined ? 'max-wide:hidden' : ''}`}
        line={line}
        parts={isVolatile ? undefined : parts?.[0]}
        side="left"
      />
      <Cell
        className={`wide:border-l wide:border-line ${tone('bg-accent-soft')} ${right === undefined || change === 'same' ? 'max-wide:hidden' : ''}`}
        line={line}
        parts={isVolatile ? undefined : parts?.[1]}
        side="right"
      />
    </div>
  );
}

interface CellProps {
  line: ComparedLine;
  side: 'left' | 'right';
  className: string;
  parts: ChangedPart | undefined;
}

function Cell({ line, side, className, parts }: CellProps) {
  const shown = line[side];
  if (shown === undefined)
    return <div className="bg-raised max-wide:hidden wide:border-l wide:border-line" />;
  const change = line.change === 'changed' ? (side === 'left' ? 'removed' : 'added') : line.change;
  return (
    <div className={`flex min-w-0 gap-2 pr-3 ${className}`}>
      <span
        aria-hidden="true"
        className="w-12 shrink-0 text-right text-muted tabular-nums select-none"
      >
        {shown.number}
      </span>
      <ChangeMark change={change} isMuted={line.isVolatile} />
      <code className="min-w-0 break-all whitespace-pre-wrap">
        {parts === undefined ? (
          <ShownText text={shown.text} />
        ) : (
          <>
            <ShownText text={parts.start} />
            <mark className="bg-transparent font-bold text-current underline decoration-2 underline-offset-2">
              <ShownText text={parts.middle} />
            </mark>
            <ShownText text={parts.end} />
          </>
        )}
      </code>
    </div>
  );
}
