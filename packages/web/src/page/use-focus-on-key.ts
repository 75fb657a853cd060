import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Moves the focus into an item of a list once it is there: to its first field, or to a button.
 * @param list its items have their keys as `data-key`
 * @param items what is shown now
 * @returns a function that takes the key of the item to expect
 */
export function useFocusOnKey(
  list: RefObject<HTMLElement | null>,
  items: readonly { key: number }[],
): (key: number | undefined) => void {
  const expected = useRef<number>(undefined);
  useEffect(() => {
    if (!items.some(({ key }) => key === expected.current)) return;
    const item = list.current?.querySelector(`:scope > [data-key="${expected.current}"]`);
    expected.current = undefined;
    const field = item?.querySelector<HTMLElement>('input, textarea');
    (field ?? item?.querySelector<HTMLElement>('button:not([aria-disabled="true"])'))?.focus();
    item?.scrollIntoView({ block: 'nearest' });
  }, [items, list]);
  return useCallback((key) => {
    expected.current = key;
  }, []);
}
