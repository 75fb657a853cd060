import { type RefObject, useEffect } from 'react';

/** The fields that other pages lead to: those about signatures, and the switch for X- headers. */
export type SettingsField = 'scheme' | 'secrets' | 'tolerance' | 'xHeaders';

/** Brings the user to a field when the page is shown first. */
export function useFocusOnField(
  page: RefObject<HTMLElement | null>,
  field: SettingsField | undefined,
): void {
  useEffect(() => {
    if (field === undefined) return;
    const place = page.current?.querySelector<HTMLElement>(`[data-settings-field="${field}"]`);
    if (place instanceof HTMLDetailsElement) place.open = true;
    place?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  }, [page, field]);
}
