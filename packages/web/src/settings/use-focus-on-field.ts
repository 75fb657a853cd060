import { type RefObject, useEffect } from 'react';

/** The fields about signatures that other pages lead to. */
export type VerifyField = 'scheme' | 'secrets' | 'tolerance';

/** Brings the user to a field when the page is shown first. */
export function useFocusOnField(
  page: RefObject<HTMLElement | null>,
  field: VerifyField | undefined,
): void {
  useEffect(() => {
    if (field === undefined) return;
    const place = page.current?.querySelector<HTMLElement>(`[data-verify-field="${field}"]`);
    if (place instanceof HTMLDetailsElement) place.open = true;
    place?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  }, [page, field]);
}
