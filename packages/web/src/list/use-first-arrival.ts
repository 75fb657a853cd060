import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isPageWide, type RequestAddress } from './request-address.ts';

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
