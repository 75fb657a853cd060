import { createStore, useSelector } from '@tanstack/react-store';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { indexBelow, indexOfId } from '../log/newest-first.ts';
import type { RequestLog } from '../log/request-log.ts';
import { requestLogs, useUnreadCount } from '../log/use-request-log.ts';
import { useTitle } from '../page/page-head.tsx';
import { useShortcut } from '../page/shortcuts.ts';
import type { ShownSnapshot } from '../search/shown-requests.ts';
import { formatCount } from '../ui/format.ts';
import { isPageWide, type RequestAddress } from './request-address.ts';

interface SelectionParts {
  log: RequestLog;
  shown: ShownSnapshot;
  address: RequestAddress;
  selectedId: number | undefined;
}

/** Moves the selection: by the pointer, the keyboard, arrivals and removals. */
export function useSelection({ log, shown, address, selectedId }: SelectionParts) {
  const { items } = shown;

  const open = useEffectEvent((id: number, isByKeyboard: boolean) => {
    if (id !== items[0]?.id) setFollowing(false);
    if (id !== selectedId) address.open(id);
    if (isByKeyboard) focusDetail();
  });
  const onOpen = useCallback((id: number, isByKeyboard: boolean) => open(id, isByKeyboard), []);

  const go = useEffectEvent((next: number | undefined) => {
    if (next === undefined || next === selectedId) return;
    if (next !== items[0]?.id) setFollowing(false);
    // Going back leads to the list in one step, however many requests were selected.
    address.open(next, { replace: selectedId !== undefined });
    focusRow(next);
  });
  const move = (step: 1 | -1) => go(neighbour(items, selectedId, step));
  /** On a narrow page a request takes the place of the list, so the keys of the list only move the focus. */
  const onGo = useCallback((id: number) => (isPageWide() ? go(id) : focusRow(id)), []);
  useShortcut('j', () => move(1), { label: 'Next request', group: 'List' });
  useShortcut('k', () => move(-1), { label: 'Previous request', group: 'List' });
  // Links react to Enter by themselves. In lower case no key press matches it, so it is only listed.
  useShortcut('enter', focusDetail, { label: 'Go to the request', group: 'List' });

  useFollowing(items[0]?.id, selectedId, address);
  useRemovalOfSelected(log, shown, selectedId, address);
  return { onOpen, onGo };
}

function neighbour(
  items: ShownSnapshot['items'],
  selectedId: number | undefined,
  step: 1 | -1,
): number | undefined {
  if (selectedId === undefined) return items[0]?.id;
  const index = indexOfId(items, selectedId);
  if (index >= 0) return items[index + step]?.id;
  const below = indexBelow(items, selectedId);
  return items[step === 1 ? below : below - 1]?.id;
}

/** After the selected one is removed on this page, selects the next older one. On a narrow page, or if none is left, shows the list. */
function useRemovalOfSelected(
  log: RequestLog,
  { items }: ShownSnapshot,
  selectedId: number | undefined,
  address: RequestAddress,
): void {
  const selected = useRef<{ id: number; endpointId: number }>(undefined);
  const known =
    selectedId === undefined
      ? undefined
      : (log.find(selectedId) ?? items[indexOfId(items, selectedId)]);
  useEffect(() => {
    if (known !== undefined) selected.current = known;
  }, [known]);
  const leave = useEffectEvent(() => {
    if (selectedId === undefined) return;
    const { endpointId = 0 } = selected.current?.id === selectedId ? selected.current : {};
    if (!requestLogs.removed.isRemovedHere({ id: selectedId, endpointId })) return;
    const isWide = isPageWide();
    const left = items.filter((item) => !requestLogs.removed.has(item));
    const next = left[indexBelow(left, selectedId)] ?? left.at(-1);
    const giveFocus = focusAfterRemoval(next?.id, isWide && next !== undefined);
    address.open(isWide ? next?.id : undefined, { replace: true });
    giveFocus();
  });
  useEffect(() => requestLogs.removed.onChange(() => leave()), []);
}

/** Moves the focus to the selected row, unless it is outside of the list. */
function focusRow(id: number): void {
  const { activeElement } = document;
  const isElsewhere = activeElement !== null && activeElement !== document.body;
  if (isElsewhere && activeElement.closest('[data-scroller="requests"]') === null) return;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`[data-request="${id}"]`)?.focus({ preventScroll: true });
    }),
  );
}

/**
 * Keeps the focus at its place when the selected request is removed.
 * @param isSelected whether the next one is selected; else the list alone is shown
 * @returns a function to call after the next one is selected: the row or the details that had the focus go with the
 *   removed request, so those of the next one get it, or its row where no details are shown
 */
function focusAfterRemoval(nextId: number | undefined, isSelected: boolean): () => void {
  const { activeElement } = document;
  const wasInList = activeElement?.closest('[data-request]') != null;
  const wasInDetail = activeElement?.closest('#request-detail') != null;
  return () => {
    if (!wasInList && !wasInDetail) return;
    if (nextId === undefined || !isSelected) return focusListAt(nextId);
    if (wasInList) focusRow(nextId);
    if (wasInDetail) whenFocusIsLost(focusDetail);
  };
}

/** Moves the focus to a row as soon as the list shows it, or to the whole content if it does not within a second. */
function focusListAt(id: number | undefined, until = performance.now() + 1000): void {
  whenFocusIsLost(() => {
    const row = document.querySelector<HTMLElement>(`[data-request="${id}"]`);
    const isAwaited = row === null && id !== undefined && performance.now() < until;
    if (isAwaited) return focusListAt(id, until);
    (row ?? document.getElementById('main'))?.focus({ preventScroll: true });
  }, until);
}

/** Looks for a second whether the focused element goes. */
function whenFocusIsLost(then: () => void, until = performance.now() + 1000): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) then();
    else if (performance.now() < until) whenFocusIsLost(then, until);
  });
}

/** Moves the focus to the details in the next frame, since the address changes first. */
export function focusDetail(): void {
  requestAnimationFrame(() => document.getElementById('request-detail')?.focus());
}

/** The newest request is selected at most this often, since each selection fetches all of it. */
const followEveryMs = 300;

/** Whether this tab selects the newest captured request as it comes. */
const following = createStore(false);

export function useIsFollowing(): boolean {
  return useSelector(following);
}

export function setFollowing(isFollowing: boolean): void {
  following.setState(() => isFollowing);
}

/** Selects the newest captured request as it comes, while following is switched on. */
function useFollowing(
  newestId: number | undefined,
  selectedId: number | undefined,
  address: RequestAddress,
): void {
  const isFollowing = useIsFollowing();
  const last = useRef(0);
  const select = useEffectEvent((id: number) => {
    last.current = performance.now();
    if (id !== selectedId) address.open(id, { replace: selectedId !== undefined });
  });
  useEffect(() => {
    if (!isFollowing || newestId === undefined) return;
    const pauseMs = Math.max(0, last.current + followEveryMs - performance.now());
    const timer = setTimeout(() => following.get() && select(newestId), pauseMs);
    return () => clearTimeout(timer);
  }, [isFollowing, newestId]);
}

/**
 * Selects the first request that an empty list gets, if the page is wide enough for both panes. It replaces the
 * explanation of how to send one.
 * @returns whether that one is still selected, and the user has selected none
 */
export function useFirstArrival(
  isEmpty: boolean,
  /** The newest of the list, if it has just arrived. */
  firstId: number | undefined,
  selectedId: number | undefined,
  address: RequestAddress,
): boolean {
  const wasEmpty = useRef(false);
  const [chosenId, setChosenId] = useState<number>();
  const [seenId, setSeenId] = useState(selectedId);
  if (selectedId !== seenId) {
    setSeenId(selectedId);
    if (selectedId !== chosenId) setChosenId(undefined);
  }
  const select = useEffectEvent((id: number) => {
    if (!isPageWide() || selectedId !== undefined) return;
    setChosenId(id);
    address.open(id, { replace: true });
  });
  useEffect(() => {
    if (isEmpty) wasEmpty.current = true;
    else {
      if (wasEmpty.current && firstId !== undefined) select(firstId);
      wasEmpty.current = false;
    }
  }, [isEmpty, firstId]);
  return selectedId !== undefined && selectedId === chosenId;
}

/** Marks the selected request as read once it is visible, and shows the number of unread ones in the tab's title. */
export function useReading(
  selectedId: number | undefined,
  endpointId: number | undefined,
  name: string,
): void {
  const unreadCount = useUnreadCount(endpointId);
  useEffect(() => {
    if (selectedId === undefined) return;
    const read = () => {
      if (!document.hidden) requestLogs.unread.markRead(selectedId);
    };
    read();
    document.addEventListener('visibilitychange', read);
    // A request may be selected before the feed tells of it.
    const stop = requestLogs.unread.subscribe(() => requestLogs.unread.has(selectedId) && read());
    return () => {
      document.removeEventListener('visibilitychange', read);
      stop();
    };
  }, [selectedId]);
  useTitle(`${unreadCount > 0 ? `(${formatCount(unreadCount)}) ` : ''}${name}`);
}
