import { useEffect, useEffectEvent, useRef } from 'react';
import type { RequestAddress } from './request-address.ts';

/**
 * Selects the first request that an empty list gets, if the page is wide enough for both panes. It replaces the
 * explanation of how to send one.
 */
export function useFirstArrival(
  isEmpty: boolean,
  /** The newest of the list, if it has just arrived. */
  firstId: number | undefined,
  isNothingSelected: boolean,
  address: RequestAddress,
): void {
  const wasEmpty = useRef(false);
  const select = useEffectEvent((id: number) => {
    const isWide = matchMedia('(min-width: 56.25rem)').matches;
    if (isWide && isNothingSelected) address.open(id, { replace: true });
  });
  useEffect(() => {
    if (isEmpty) wasEmpty.current = true;
    else {
      if (wasEmpty.current && firstId !== undefined) select(firstId);
      wasEmpty.current = false;
    }
  }, [isEmpty, firstId]);
}
