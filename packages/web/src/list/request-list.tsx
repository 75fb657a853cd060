import type { CapturedRequestSummary } from '@hookwell/client';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ListedIn } from '../labels/label-reader.ts';
import { useLabelsOf } from '../labels/use-labels.ts';
import { countAbove, indexOfId } from '../log/newest-first.ts';
import { requestLogs } from '../log/use-request-log.ts';
import { waitingRequests } from '../request/use-request.ts';
import type { ShownRequests, ShownSnapshot } from '../search/shown-requests.ts';
import { formatCount, plural } from '../ui/format.ts';
import { ArrowUpIcon } from '../ui/part-icons.tsx';
import { RequestRow, type RequestRowProps, rowHeight } from './request-row.tsx';

interface RequestListProps
  extends Pick<RequestRowProps, 'hrefOf' | 'onOpen' | 'onNarrow' | 'wasJustAdded'> {
  shown: ShownSnapshot;
  /** The source of more of them. */
  source: ShownRequests;
  /** The list that the rows stand in, for the reading of their labels. */
  listedIn: ListedIn;
  selectedId: number | undefined;
  /** Whether the selected one was the first of an empty list: such a list stays at its top while more come. */
  isFirstArrival: boolean;
  endpointNames: ReadonlyMap<number, string> | undefined;
  /** With another key, the list begins at its top. */
  resetKey: string;
  /** Whether every arrival scrolls to the top. */
  isFollowing: boolean;
  /** The list began around this request. */
  around: number | undefined;
  onNewest: () => void;
  /** Goes to a row by the keys of lists. */
  onGo: (id: number) => void;
  /** The end of the list, below the last row. */
  children: ReactNode;
}

/** So many rows below the visible ones, and above them, are asked for ahead of scrolling. */
const rowsAhead = 30;

/**
 * A list of any length, of which only the visible rows are rendered. At the top, arrivals push the other rows down.
 * Further down, the visible rows stay in place.
 */
export function RequestList(props: RequestListProps) {
  const { shown, source, selectedId, resetKey, isFollowing, isFirstArrival } = props;
  const { items, hasNewer } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const [isScrolled, setScrolled] = useState(false);
  const isAway = isScrolled || hasNewer;
  const selectedIndex = selectedId === undefined ? -1 : indexOfId(items, selectedId);
  const chosenId = isFirstArrival ? undefined : selectedId;
  const beginsAt = useRef(indexOfId(items, chosenId ?? props.around ?? 0));
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // The list begins with one row among its neighbours.
    initialOffset: () => Math.max(0, beginsAt.current * rowHeight - innerHeight / 3),
    overscan: 5,
    // With another function, the virtualizer measures all rows again.
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
    // Anchored to its end, the list does not move when rows come in at its start.
    anchorTo: isAway ? 'end' : 'start',
    rangeExtractor: (range) => withSelected(range, selectedIndex),
  });
  // The range is not read from the page, since the browser would have to lay out everything.
  const last = virtualizer.range?.endIndex ?? 0;
  const first = virtualizer.range?.startIndex ?? 0;
  // A list that is hidden has no range, and no place to keep while newer rows come.
  const isVisible = virtualizer.range !== null;
  const onScreen = useMemo(
    () => (isVisible ? items.slice(first, last + 1) : []),
    [items, first, last, isVisible],
  );
  useLabelsOf(onScreen, props.listedIn);
  const want = useEffectEvent((count: number) => source.want(count));
  useEffect(() => want(last + rowsAhead), [last]);
  useEffect(() => source.want(rowsAhead), [source]);
  const isNearTop = (virtualizer.range?.startIndex ?? rowsAhead) < rowsAhead;
  const itemCount = items.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks again as long as the rows above are few
  useEffect(() => {
    if (hasNewer && isNearTop) source.wantNewer();
  }, [hasNewer, isNearTop, itemCount, source]);
  useEffect(() => source.setAway(isAway), [isAway, source]);

  // A list that was just loaded does not say whose senders wait for a listener.
  const askWhoWaits = useEffectEvent(() => waitingRequests.ask(arrivedLately(items)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list was loaded by itself
  useEffect(() => askWhoWaits(), [resetKey]);

  const toTop = () => {
    virtualizer.scrollToOffset(0);
    setScrolled(false);
  };
  const lastKey = useRef(resetKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => {
    if (lastKey.current !== resetKey) toTop();
    lastKey.current = resetKey;
  }, [resetKey]);
  const newestId = items[0]?.id;
  useEffect(() => {
    if (isFollowing && newestId !== undefined) virtualizer.scrollToOffset(0);
  }, [isFollowing, newestId, virtualizer]);
  useEffect(() => {
    // On a narrow page the list is hidden while a request is shown: it is placed when it is seen first.
    if (isVisible && scroller.current?.scrollTop === 0 && beginsAt.current > 0) {
      virtualizer.scrollToIndex(beginsAt.current, { align: 'center' });
    }
    if (isVisible) beginsAt.current = -1;
  }, [isVisible, virtualizer]);
  const isListed = selectedIndex >= 0;
  const isFilled = items.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another one is selected, arrivals must not scroll
  useEffect(() => {
    if (!isListed || isFollowing || isFirstArrival) return;
    virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedId, isFilled]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isRow(event.target) || hasModifier(event)) return;
    const page = Math.max(1, last - first - 1);
    const from = indexOfId(items, Number(event.target.dataset.request));
    const index = rowAfter(event.key, { from, page, end: items.length - 1 });
    const next = index === undefined ? undefined : items[index];
    if (index === undefined || next === undefined) return;
    event.preventDefault();
    virtualizer.scrollToIndex(index, { align: 'auto' });
    props.onGo(next.id);
  });
  useEffect(() => {
    const rows = scroller.current;
    const listener = (event: KeyboardEvent) => onKey(event);
    rows?.addEventListener('keydown', listener);
    return () => rows?.removeEventListener('keydown', listener);
  }, []);

  const newCount = useNewCount(items, isAway, `${resetKey} ${hasNewer}`);
  const tabStopId = isListed ? selectedId : items[first]?.id;
  return (
    <div className="relative flex grow flex-col">
      {hasNewer && (
        <TopButton onClick={props.onNewest}>
          Newest
          <span className="sr-only">: newer requests are stored above these. Go to the newest</span>
        </TopButton>
      )}
      {newCount > 0 && !hasNewer && (
        <TopButton onClick={toTop}>
          {formatCount(newCount)} new
          <span className="sr-only">: {plural(newCount, 'request')} above. Go to the top</span>
        </TopButton>
      )}
      <div
        className="scroll-pane overflow-y-auto tall:overscroll-contain [overflow-anchor:none]"
        data-scroller="requests"
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 4)}
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
                className="group/row absolute inset-x-0 top-0 contain-strict"
                key={id}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <RequestRow
                  endpointName={props.endpointNames?.get(request.endpointId)}
                  hrefOf={props.hrefOf}
                  isSelected={id === selectedId}
                  isTabStop={id === tabStopId}
                  isUnread={requestLogs.unread.has(id)}
                  onNarrow={props.onNarrow}
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

function TopButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      className="drawn absolute top-2 left-1/2 z-10 flex h-8 -translate-x-1/2 animate-appear items-center gap-1 rounded-full bg-accent px-3 text-xs font-medium text-on-accent shadow-lg"
      onClick={onClick}
      type="button"
    >
      <ArrowUpIcon className="size-3.5" />
      {children}
    </button>
  );
}

/** Renders the selected row too, since it may have the focus. */
function withSelected(range: Range, selectedIndex: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (selectedIndex < 0 || indexes.includes(selectedIndex)) return indexes;
  return [...indexes, selectedIndex].sort((a, b) => a - b);
}

/** Senders wait at most 25 seconds for a listener; the rest is for clocks and ways. */
const latelyMs = 40_000;
const mostAsked = 50;

/** The ids of the newest, if they have arrived so lately that their senders may still wait. */
function arrivedLately(items: readonly CapturedRequestSummary[]): number[] {
  const earliest = Date.now() - latelyMs;
  return items
    .slice(0, mostAsked)
    .filter(({ receivedAt }) => Date.parse(receivedAt) > earliest)
    .map(({ id }) => id);
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

function isRow(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset.request !== undefined;
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

interface RowPosition {
  /** The row that has the focus. */
  from: number;
  /** The number of rows that a page key passes. */
  page: number;
  /** The last row. */
  end: number;
}

/** Returns the row that a key of lists leads to; undefined for other keys. */
function rowAfter(key: string, { from, page, end }: RowPosition): number | undefined {
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -end, End: end };
  if (!Object.hasOwn(steps, key)) return undefined;
  const index = from + steps[key as keyof typeof steps];
  return Math.min(end, Math.max(0, index));
}
