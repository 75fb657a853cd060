import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { CloseIcon, WarningIcon } from './icons.tsx';
import { announcement, dismissToast, type Toast, toasts } from './toasts.ts';

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
