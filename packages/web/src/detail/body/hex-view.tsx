import { useState } from 'react';
import { Rows } from '../text/rows.tsx';
import { hexRow, hexRowCount } from './hex-rows.ts';

const rowHeight = 20;

/** Bytes with their offset, in hexadecimal and in ASCII. */
export function HexView({ bytes, label }: { bytes: Uint8Array; label: string }) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const count = hexRowCount(bytes);
  return (
    <section
      aria-label={label}
      className="h-full overflow-auto py-2 font-mono text-[0.8125rem] leading-5 [font-variant-ligatures:none]"
      ref={setScroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling area
      tabIndex={0}
    >
      <Rows
        count={count}
        isWhole={count <= 300}
        noun="Rows"
        row={(index) => <Row bytes={bytes} index={index} key={index} />}
        rowHeight={rowHeight}
        scroller={scroller}
      />
    </section>
  );
}

function Row({ bytes, index }: { bytes: Uint8Array; index: number }) {
  const row = hexRow(bytes, index);
  return (
    <div className="flex h-5 gap-4 px-3 whitespace-pre">
      <span className="text-muted select-none">{row.offset}</span>
      <span>{row.bytes}</span>
      <span className="text-accent">{row.ascii}</span>
    </div>
  );
}
