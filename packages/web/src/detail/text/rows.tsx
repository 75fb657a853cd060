import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/controls.tsx';
import { formatCount } from '../../ui/format.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/part-icons.tsx';

interface RowsProps {
  count: number;
  /** In pixels. Measured rows have about this height. */
  rowHeight: number;
  /** Rows may be higher than that, since their content wraps. */
  isMeasured?: boolean;
  row: (index: number) => ReactNode;
  /** The scrolling element. It is state and not a ref, which children could read before their parent has set it. */
  scroller: HTMLElement | null;
  /** Scrolls this row into view whenever it changes. */
  revealed?: number | undefined;
  /** Scrolls that row to the middle whenever this is another object. */
  hit?: object | undefined;
  /** All rows are in the page at once, so that the browser can find and select in them. */
  isWhole?: boolean;
  /** Wraps the rows, but not the buttons for their pages. */
  around?: (rows: ReactNode) => ReactNode;
  /** Names the rows in the line with the pages: `Lines`. */
  noun: string;
}

/** The height of the line with the pages, which sticks to the bottom, in pixels and as the padding of what scrolls. */
const pagesHeight = 41;
export const scrollerClass = 'overflow-auto has-[[data-pages]]:scroll-pb-[41px]';

/** Browsers cannot scroll through more than some millions of pixels, so more rows come in pages. */
const rowsOfPage = 200_000;
const measuredRowsOfPage = 20_000;

/** A column of rows. Only the visible rows are rendered. */
export function Rows(props: RowsProps) {
  const { count, isWhole = false, isMeasured = false, revealed, around = itself } = props;
  const ofPage = isMeasured ? measuredRowsOfPage : rowsOfPage;
  const [chosen, setChosen] = useState(() => Math.floor((revealed ?? 0) / ofPage));
  const [seen, setSeen] = useState(revealed);
  if (revealed !== seen) {
    setSeen(revealed);
    if (revealed !== undefined) setChosen(Math.floor(revealed / ofPage));
  }
  if (isWhole) return around(<WholeRows {...props} />);
  const page = Math.min(chosen, Math.max(0, Math.ceil(count / ofPage) - 1));
  return (
    <>
      {around(
        <VirtualRows
          {...props}
          first={page * ofPage}
          hasPages={count > ofPage}
          key={page}
          shown={Math.min(ofPage, count - page * ofPage)}
        />,
      )}
      {count > ofPage && (
        <RowPages count={count} noun={props.noun} ofPage={ofPage} onPage={setChosen} page={page} />
      )}
    </>
  );
}

function itself(rows: ReactNode): ReactNode {
  return rows;
}

function rowsBetween(from: number, to: number, row: RowsProps['row']): ReactNode[] {
  return Array.from({ length: to - from }, (_, index) => row(from + index));
}

function WholeRows({ count, row, rowHeight, scroller, revealed, hit }: RowsProps) {
  const isNew = useNewHit(hit);
  useEffect(() => {
    if (scroller === null || revealed === undefined) return;
    const { scrollTop, clientHeight } = scroller;
    const top = revealed * rowHeight;
    const isInView = top >= scrollTop && top + rowHeight <= scrollTop + clientHeight;
    if (isNew() || !isInView) scroller.scrollTop = top - clientHeight / 2;
  }, [scroller, revealed, rowHeight, isNew]);
  return <div className="w-max min-w-full">{rowsBetween(0, count, row)}</div>;
}

/** Gives a function that tells once of each hit that it is new. The function is another one for each hit. */
function useNewHit(hit: object | undefined): () => boolean {
  const led = useRef<object>(undefined);
  return useCallback(() => {
    const isNew = hit !== undefined && led.current !== hit;
    led.current = hit;
    return isNew;
  }, [hit]);
}

function VirtualRows({
  first,
  shown,
  rowHeight,
  isMeasured = false,
  row,
  scroller,
  revealed,
  hit,
  hasPages,
}: RowsProps & { first: number; shown: number; hasPages: boolean }) {
  const virtualizer = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingEnd: hasPages ? pagesHeight : 0,
  });
  const isNew = useNewHit(hit);
  useEffect(() => {
    if (scroller === null || revealed === undefined) return;
    if (revealed < first || revealed >= first + shown) return;
    // This leads near to a hit, which then scrolls itself to the middle once it is rendered and measured.
    const [top] = virtualizer.getOffsetForIndex(revealed - first, 'center') ?? [];
    if (isNew() && top !== undefined) scroller.scrollTop = top;
    else virtualizer.scrollToIndex(revealed - first);
  }, [scroller, revealed, first, shown, virtualizer, isNew]);
  const items = virtualizer.getVirtualItems();
  return (
    <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
      <div
        // Where people want little motion, every change takes a millisecond, in which rows would be measured at their old places.
        className={`transition-none ${isMeasured ? 'w-full' : 'w-max min-w-full'}`}
        style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
      >
        {items.map(({ index, key }) => (
          <div
            data-index={index}
            key={key}
            ref={isMeasured ? virtualizer.measureElement : undefined}
          >
            {row(first + index)}
          </div>
        ))}
      </div>
    </div>
  );
}

interface RowPagesProps {
  count: number;
  ofPage: number;
  page: number;
  noun: string;
  onPage: (page: number) => void;
}

/** Says which page of very many rows is shown, and leads to the other pages. */
function RowPages({ count, ofPage, page, noun, onPage }: RowPagesProps) {
  const from = page * ofPage;
  const to = Math.min(count, from + ofPage);
  return (
    <div
      className="sticky bottom-0 left-0 flex items-center gap-1 border-t border-line bg-surface px-2 py-1 font-sans text-xs"
      data-pages
    >
      <IconButton disabled={page === 0} label={`Previous ${noun}`} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon />
      </IconButton>
      <span className="tabular">
        {noun} {formatCount(from + 1)} to {formatCount(to)} of {formatCount(count)}
      </span>
      <IconButton disabled={to === count} label={`Next ${noun}`} onClick={() => onPage(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </div>
  );
}
