import { useCallback, useState } from 'react';
import { type Hits, type Mark, marksIn } from '../search/hits.ts';
import { Rows, scrollerClass } from '../text/rows.tsx';
import { type CurrentHit, MarkedText, useSearched } from '../text/searched-text.tsx';

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

const bytesOfRow = 16;

interface HexRow {
  offset: string;
  /** Two digits for each byte, with a wider gap in the middle. Short rows are padded. */
  bytes: string;
  /** Printable ASCII characters, and a dot for every other byte. */
  ascii: string;
}

function hexRowCount(bytes: Uint8Array): number {
  return Math.ceil(bytes.length / bytesOfRow);
}

export function hexRow(bytes: Uint8Array, row: number): HexRow {
  const start = row * bytesOfRow;
  const part = [...bytes.subarray(start, start + bytesOfRow)];
  const digits = part.map((byte) => byte.toString(16).padStart(2, '0'));
  const half = bytesOfRow / 2;
  const shown = `${digits.slice(0, half).join(' ')}  ${digits.slice(half).join(' ')}`;
  return {
    offset: start.toString(16).padStart(8, '0'),
    bytes: shown.padEnd(bytesOfRow * 3, ' '),
    ascii: part
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join(''),
  };
}

/** All rows as text, to copy. */
export function hexText(bytes: Uint8Array): string {
  const rows = Array.from({ length: hexRowCount(bytes) }, (_, row) => hexRow(bytes, row));
  return rows.map(({ offset, bytes: shown, ascii }) => `${offset}  ${shown}  ${ascii}`).join('\n');
}

/** The bytes that a search looks for: those written as they are shown, `de ad`, or else those of the text. */
function bytesOf(query: string): Uint8Array {
  if (/^\s*[\da-f]{2}(\s+[\da-f]{2})+\s*$/i.test(query))
    return Uint8Array.from(query.trim().split(/\s+/), (digits) => parseInt(digits, 16));
  return new TextEncoder().encode(query);
}

const sliceBytes = 64 * 1024;

/** Finds bytes. The case of ASCII letters does not matter. */
function* byteHits(bytes: Uint8Array, query: string): Hits {
  const wanted = bytesOf(query).map(lowered);
  if (wanted.length === 0) return;
  const last = bytes.length - wanted.length;
  for (let at = 0; at <= last; at++) {
    if (at % sliceBytes === 0) yield undefined;
    let same = 0;
    while (same < wanted.length && lowered(bytes[at + same] ?? 0) === wanted[same]) same++;
    if (same < wanted.length) continue;
    yield at;
    at += wanted.length - 1;
  }
}

function lowered(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

/** The mark of bytes of a row, as the mark of their digits. */
function markedDigits({ from, to, isCurrent }: Mark): Mark {
  return { from: startOfDigits(from), to: startOfDigits(to - 1) + 2, isCurrent };
}

function startOfDigits(byte: number): number {
  return byte * 3 + (byte >= bytesOfRow / 2 ? 1 : 0);
}
