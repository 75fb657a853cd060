import type { CapturedRequestSummary } from '@hookwell/client';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { countAbove, indexOfId } from '../log/newest-first.ts';
import { formatCount, plural } from '../ui/format.ts';
import { ArrowUpIcon } from '../ui/icons.tsx';
import { RequestRow, type RequestRowProps, rowHeight } from './request-row.tsx';

export interface RequestListProps
  extends Pick<RequestRowProps, 'hrefOf' | 'onOpen' | 'wasJustAdded'> {
  /** Newest first. */
  items: readonly CapturedRequestSummary[];
  selectedId: number | undefined;
  isUnread: (id: number) => boolean;
  endpointNames: ReadonlyMap<number, string> | undefined;
  /** With another key, the list begins at its top. */
  resetKey: string;
  /** Whether every arrival scrolls to the top. */
  isFollowing: boolean;
  /** Asks for so many rows, which fill the list and a bit more. */
  onWant: (count: number) => void;
  /** Says whether the user has scrolled down. */
  onAway: (isAway: boolean) => void;
  /** The end of the list, below the last row. */
  children: ReactNode;
}

/** So many rows below the visible ones are asked for ahead of scrolling. */
const rowsAhead = 30;

/**
 * A list of any length, of which only the visible rows are rendered. At the top, arrivals push the other rows down.
 * Further down, the visible rows stay in place.
 */
export function RequestList(props: RequestListProps) {
  const { items, selectedId, onWant, onAway, resetKey, isFollowing } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const selectedIndex = selectedId === undefined ? -1 : indexOfId(items, selectedId);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 5,
    // With another function, the virtualizer measures all rows again.
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
    // Anchored to its end, the list does not move when rows come in at its start.
    anchorTo: isAway ? 'end' : 'start',
    rangeExtractor: (range) => withSelected(range, selectedIndex),
  });
  // The range is not read from the page, since the browser would have to lay out everything.
  const last = virtualizer.range?.endIndex ?? 0;
  const want = useEffectEvent(onWant);
  useEffect(() => want(last + rowsAhead), [last]);
  useEffect(() => onWant(rowsAhead), [onWant]);
  useEffect(() => onAway(isAway), [isAway, onAway]);

  const toTop = () => {
    virtualizer.scrollToOffset(0);
    setAway(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(toTop, [resetKey]);
  const newestId = items[0]?.id;
  useEffect(() => {
    if (isFollowing && newestId !== undefined) virtualizer.scrollToOffset(0);
  }, [isFollowing, newestId, virtualizer]);
  const isListed = selectedIndex >= 0;
  const isFilled = items.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another one is selected, arrivals must not scroll
  useEffect(() => {
    if (isListed && !isFollowing) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedId, isFilled]);

  const newCount = useNewCount(items, isAway, resetKey);
  const tabStopId = isListed ? selectedId : items[virtualizer.range?.startIndex ?? 0]?.id;
  return (
    <div className="relative flex min-h-0 grow flex-col">
      {newCount > 0 && (
        <button
          className="absolute top-2 left-1/2 z-10 flex h-8 -translate-x-1/2 animate-appear items-center gap-1 rounded-full bg-accent px-3 text-xs font-medium text-on-accent shadow-lg"
          onClick={toTop}
          type="button"
        >
          <ArrowUpIcon className="size-3.5" />
          {formatCount(newCount)} new
          <span className="sr-only">: {plural(newCount, 'request')} above. Go to the top</span>
        </button>
      )}
      <div
        className="min-h-0 grow overflow-y-auto overscroll-contain [overflow-anchor:none]"
        data-scroller="requests"
        onScroll={({ currentTarget }) => setAway(currentTarget.scrollTop > 4)}
        ref={scroller}
      >
        <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const request = items[index];
            if (request === undefined) return null;
            const { id } = request;
            return (
              <li
                aria-posinset={index + 1}
                aria-setsize={items.length}
                className="absolute inset-x-0 top-0 contain-strict"
                key={id}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <RequestRow
                  endpointName={props.endpointNames?.get(request.endpointId)}
                  hrefOf={props.hrefOf}
                  isSelected={id === selectedId}
                  isTabStop={id === tabStopId}
                  isUnread={props.isUnread(id)}
                  onOpen={props.onOpen}
                  request={request}
                  wasJustAdded={props.wasJustAdded}
                />
              </li>
            );
          })}
        </ul>
        {props.children}
      </div>
    </div>
  );
}

/** Renders the selected row too, since it may have the focus. */
function withSelected(range: Range, selectedIndex: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (selectedIndex < 0 || indexes.includes(selectedIndex)) return indexes;
  return [...indexes, selectedIndex].sort((a, b) => a - b);
}

/** The number of arrivals since the user scrolled away from the top. */
function useNewCount(
  items: readonly CapturedRequestSummary[],
  isAway: boolean,
  resetKey: string,
): number {
  const newest = items[0]?.id ?? 0;
  const [seen, setSeen] = useState({ id: newest, resetKey });
  if (seen.resetKey !== resetKey || (!isAway && seen.id !== newest)) {
    setSeen({ id: newest, resetKey });
    return 0;
  }
  return isAway ? countAbove(items, seen.id) : 0;
}
