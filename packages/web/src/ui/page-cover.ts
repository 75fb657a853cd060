import { createStore } from '@tanstack/react-store';
import { useEffect, useEffectEvent } from 'react';

/** Whether something lies over the whole page, so that a dialog of the page would lie over that. */
export const isPageCovered = createStore(false);

/** Closes a dialog of the page when the page is covered, and one that opens behind the cover. */
export function useCloseWhenCovered(onClose: () => void, isOpen = true): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const look = () => {
      if (isPageCovered.get()) close();
    };
    look();
    const watching = isPageCovered.subscribe(look);
    return () => watching.unsubscribe();
  }, [isOpen]);
}
