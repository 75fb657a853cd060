import { useEffect, useEffectEvent, useRef } from 'react';
import type { RequestAddress } from './request-address.ts';

/**
 * Selects the first request that an empty list gets, where there is room for both: it takes the place of the
 * words that told how to send it.
 */
export function useFirstArrival(
  isEmpty: boolean,
  /** The newest of the list, once it came this moment. */
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
