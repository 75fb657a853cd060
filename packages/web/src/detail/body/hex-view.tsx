import { useCallback, useState } from 'react';
import { marksIn } from '../search/hits.ts';
import { type CurrentHit, useSearched } from '../search/searched.ts';
import { Rows, scrollerClass } from '../text/rows.tsx';
import { MarkedText } from '../text/searched-text.tsx';
import { byteHits, bytesOf, bytesOfRow, hexRow, hexRowCount, markedDigits } from './hex-rows.ts';

const rowHeight = 20;

/** Bytes with their offset, in hexadecimal and in ASCII. They are searched for a text, or for bytes such as `de ad`. */
export function HexView({ bytes, label }: { bytes: Uint8Array; label: string }) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const find = useCallback((query: string) => byteHits(bytes, query), [bytes]);
  const { query, hits, current } = useSearched(scroller, find);
  const marked = { hits, length: bytesOf(query).length, current: current?.hit };
  const count = hexRowCount(bytes);
  return (
    <section
      aria-label={label}
      className={`${scrollerClass} h-full py-2 font-mono text-[0.8125rem] leading-5`}
      ref={setScroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling area
      tabIndex={0}
    >
      <Rows
        count={count}
        hit={current}
        isWhole={count <= 300}
        noun="Rows"
        revealed={current && Math.floor(current.hit / bytesOfRow)}
        row={(index) => (
          <Row bytes={bytes} hit={current} index={index} key={index} marked={marked} />
        )}
        rowHeight={rowHeight}
        scroller={scroller}
      />
    </section>
  );
}

interface RowProps {
  bytes: Uint8Array;
  index: number;
  marked: Parameters<typeof marksIn>[0];
  hit: CurrentHit | undefined;
}

function Row({ bytes, index, marked, hit }: RowProps) {
  const row = hexRow(bytes, index);
  const marks = marksIn(marked, index * bytesOfRow, (index + 1) * bytesOfRow);
  return (
    <div className="flex h-5 gap-4 px-3 whitespace-pre">
      <span className="text-muted select-none">{row.offset}</span>
      <span>
        <MarkedText hit={hit} marks={marks.map(markedDigits)} text={row.bytes} />
      </span>
      <span className="text-accent">
        <MarkedText hit={hit} marks={marks} text={row.ascii} />
      </span>
    </div>
  );
}
