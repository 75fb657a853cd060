import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useState } from 'react';
import { RowPages } from './row-pages.tsx';

export interface RowsProps {
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
  /** All rows are in the page at once, so that the browser can find and select in them. */
  isWhole?: boolean;
  /** Wraps the rows, but not the buttons for their pages. */
  around?: (rows: ReactNode) => ReactNode;
  /** Names the rows in the line with the pages: `Lines`. */
  noun: string;
}

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

function WholeRows({ count, row, rowHeight, scroller, revealed }: RowsProps) {
  useEffect(() => {
    if (scroller === null || revealed === undefined) return;
    const { scrollTop, clientHeight } = scroller;
    const top = revealed * rowHeight;
    const isInView = top >= scrollTop && top + rowHeight <= scrollTop + clientHeight;
    if (!isInView) scroller.scrollTop = top - clientHeight / 2;
  }, [scroller, revealed, rowHeight]);
  return <div className="w-max min-w-full">{rowsBetween(0, count, row)}</div>;
}

function VirtualRows({
  first,
  shown,
  rowHeight,
  isMeasured = false,
  row,
  scroller,
  revealed,
}: RowsProps & { first: number; shown: number }) {
  const virtualizer = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useEffect(() => {
    if (scroller === null || revealed === undefined) return;
    if (revealed < first || revealed >= first + shown) return;
    virtualizer.scrollToIndex(revealed - first);
  }, [scroller, revealed, first, shown, virtualizer]);
  const items = virtualizer.getVirtualItems();
  return (
    <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
      <div
        className={isMeasured ? 'w-full' : 'w-max min-w-full'}
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
