import { errorMessage } from '@hookwell/core/api/error-message';
import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect, useRef, useState } from 'react';
import { readOfTab, writeOfTab } from '../page/this-page.ts';
import { Button, IconButton } from './controls.tsx';
import { CloseIcon, WarningIcon } from './icons.tsx';

interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'problem';
  action?: { label: string; run: () => void };
  durationMs: number;
  /** It speaks of the page that it came on, and goes when that is left. */
  isOfPage?: boolean | undefined;
}

type NewToast = Pick<Toast, 'text' | 'action' | 'isOfPage'> &
  Partial<Pick<Toast, 'tone' | 'durationMs'>>;

export const toasts = createStore<readonly Toast[]>([]);

/** The words that screen readers are told. They are not visible. */
const announcement = createStore('');

let lastId = 0;

/** An announcement stays so long, for screen readers that are still speaking. */
const announcedMs = 8000;
let silence: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a short message at the edge of the page. It disappears after 4 s, a problem after 8 s, a message with an
 * action after 6 s. While the pointer or the focus is on it, it stays.
 * @returns a function that takes it away earlier
 */
export function toast({
  text,
  tone = 'plain',
  action,
  durationMs,
  isOfPage,
}: NewToast): () => void {
  lastId += 1;
  const id = lastId;
  const usualMs = action !== undefined ? 6000 : tone === 'problem' ? 8000 : 4000;
  const added = {
    id,
    text,
    tone,
    isOfPage,
    durationMs: durationMs ?? usualMs,
    ...(action && { action }),
  };
  toasts.setState((shown) => [...shown.slice(-3), added]);
  return () => dismissToast(id);
}

/** Shows a short message on the page that this tab loads next. Browsers that keep nothing show none. */
export function toastOnNextPage(text: string): void {
  writeOfTab('toast', text);
}

/** Shows the message that the last page of this tab has left. */
export function toastFromLastPage(): void {
  const text = readOfTab('toast');
  writeOfTab('toast', undefined);
  if (text !== undefined) toast({ text });
}

/**
 * Says that something failed, and why.
 * @param failed the beginning of the message: `Could not delete the request`
 */
export function toastFailure(failed: string, error: unknown): void {
  if (isPartNotLoaded(error)) return toastNotLoaded();
  toast({ text: `${failed}: ${errorMessage(error)}`, tone: 'problem' });
}

/**
 * Names the errors of parts of the page that could not be loaded: the service is away, or has other files since an upgrade.
 * Browsers say it each in their own words.
 */
export function namePartNotLoaded(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = partNotLoaded;
    payload.message = 'This part of the page could not be loaded';
  });
}

const partNotLoaded = 'PartNotLoaded';

export function isPartNotLoaded(error: unknown): boolean {
  return error instanceof Error && error.name === partNotLoaded;
}

/** Says so once, however many parts are missing. The page is loaded anew only if its user asks for it: it may have unsaved work. */
function toastNotLoaded(): void {
  const text = 'This part of the page could not be loaded: the service is away, or was upgraded.';
  if (toasts.get().some((shown) => shown.text === text)) return;
  const action = { label: 'Reload', run: () => void reloadPage() };
  toast({ text, tone: 'problem', durationMs: 30_000, action });
}

/** Loads the page again, which browsers need to load a failed part. While the service is away, the page stays. */
export async function reloadPage(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    location.reload();
  } catch {
    toast({ text: 'The service still cannot be reached.', tone: 'problem' });
  }
}

/** Makes an action tell the user why it failed, in the service's words. */
export function reporting<Values extends unknown[]>(
  failed: string,
  run: (...values: Values) => Promise<void>,
) {
  return (...values: Values): void => {
    run(...values).catch((error: unknown) => toastFailure(failed, error));
  };
}

function dismissToast(id: number): void {
  toasts.setState((shown) => shown.filter((one) => one.id !== id));
}

/** Tells screen readers of a change that others see. */
export function announce(text: string): void {
  // Screen readers do not read the same words again, so a space makes them different.
  announcement.setState((last) => (last === text ? `${text}\u00a0` : text));
  clearTimeout(silence);
  silence = setTimeout(() => announcement.setState(() => ''), announcedMs);
}

/** Takes away what was said of the page that is left. */
export function leavePage(): void {
  announcement.setState(() => '');
  if (toasts.get().some(({ isOfPage }) => isOfPage))
    toasts.setState((shown) => shown.filter(({ isOfPage }) => !isOfPage));
}

/** The messages on the page, and the region that screen readers listen to. A page has one of it. */
export function Toasts() {
  const shown = useSelector(toasts);
  const words = useSelector(announcement);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {words}
      </p>
      <section
        aria-label="Messages"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-3 bottom-3 z-50 flex flex-col items-center gap-2"
      >
        {shown.map((one) => (
          <ToastView key={one.id} toast={one} />
        ))}
      </section>
    </>
  );
}

/** Moves the focus to the newest message: to its action, if it has one. */
export function focusMessages(): void {
  const messages = document.querySelectorAll('[data-message]');
  messages
    .item(messages.length - 1)
    ?.querySelector('button')
    ?.focus();
}

function ToastView({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const focusedBefore = useRef<Element>(null);
  useEffect(() => () => giveFocusBack(toast.id, focusedBefore.current), [toast.id]);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const { action } = toast;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it from going
    <div
      className="pointer-events-auto flex max-w-full animate-appear items-center gap-2 rounded-lg border border-line bg-surface py-1.5 pr-1.5 pl-3 shadow-lg"
      onBlur={() => setHeld(false)}
      data-message={toast.id}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        const isFromOutside = !currentTarget.contains(relatedTarget);
        if (isFromOutside) focusedBefore.current = relatedTarget;
      }}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {toast.tone === 'problem' && <WarningIcon className="size-4 text-danger" />}
      <span className="min-w-0 wrap-break-word">{toast.text}</span>
      {action !== undefined && (
        <Button
          className="text-accent"
          onClick={() => {
            action.run();
            dismissToast(toast.id);
          }}
          size="small"
          tone="quiet"
        >
          {action.label}
        </Button>
      )}
      <IconButton className="size-7" label="Dismiss" onClick={() => dismissToast(toast.id)}>
        <CloseIcon className="size-3.5" />
      </IconButton>
    </div>
  );
}

/** A message that goes with the focus gives it back to the element that had it before. */
function giveFocusBack(id: number, before: Element | null): void {
  const { activeElement } = document;
  const isInside = activeElement?.closest(`[data-message="${id}"]`) !== null;
  const isLost = activeElement === null || activeElement === document.body;
  if ((isInside || isLost) && before instanceof HTMLElement && before.isConnected) before.focus();
}
