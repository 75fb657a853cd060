import { errorMessage } from '@hookwell/contract/error-message';
import { createStore } from '@tanstack/react-store';

export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'problem';
  action?: { label: string; run: () => void };
  /** How long it stays, in milliseconds. */
  durationMs: number;
}

export interface NewToast {
  text: string;
  tone?: Toast['tone'];
  action?: Toast['action'];
  durationMs?: number;
}

export const toasts = createStore<readonly Toast[]>([]);

/** What screen readers are told and nobody else is shown. */
export const announcement = createStore('');

let lastId = 0;

/**
 * Shows a short message at the edge of the page. It goes by itself: after 4 s, a problem after 8 s, one with an
 * action after 6 s, all of them later while the pointer or the focus is on it.
 * @returns takes it away before that
 */
export function toast({ text, tone = 'plain', action, durationMs }: NewToast): () => void {
  lastId += 1;
  const id = lastId;
  const usual = action !== undefined ? 6000 : tone === 'problem' ? 8000 : 4000;
  const added = { id, text, tone, durationMs: durationMs ?? usual, ...(action && { action }) };
  toasts.setState((shown) => [...shown.slice(-3), added]);
  return () => dismissToast(id);
}

/**
 * Says that something failed, and why.
 * @param failed how the message begins: `Could not delete the request`
 */
export function toastFailure(failed: string, error: unknown): void {
  toast({ text: `${failed}: ${errorMessage(error)}`, tone: 'problem' });
}

export function dismissToast(id: number): void {
  toasts.setState((shown) => shown.filter((one) => one.id !== id));
}

/** Tells screen readers what everybody else sees by looking. */
export function announce(text: string): void {
  // The same words twice are no change, and would not be read again.
  announcement.setState((last) => (last === text ? `${text}\u00a0` : text));
}
