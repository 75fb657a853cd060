import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ShownText } from '../../request/shown-text.tsx';
import { type Explanation, explanationOf } from './explanation.ts';

interface ExplainedValueProps {
  /** The value as it is meant, without quotes. */
  text: string;
  /** Given in a tree, which has the focus of its rows: whether this row is reached by keyboard. */
  isReached?: boolean;
  children: ReactNode;
}

/**
 * A value with what it means, if that is known: while the pointer is over it or over the explanation, and while the
 * keyboard has reached it. Escape hides the explanation (WCAG 1.4.13).
 */
export function ExplainedValue({ text, isReached, children }: ExplainedValueProps) {
  const explanation = explanationOf(text, Date.now());
  const [isOver, setOver] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const value = useRef<HTMLSpanElement>(null);
  const isWanted = isOver || (isReached ?? isFocused);
  if (isHidden && !isWanted) setHidden(false);
  if (explanation === undefined) return children;
  const hide = () => {
    setHidden(true);
    // Nothing tells that the pointer leaves what is taken away from under it.
    setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows what the value means
    <span
      className="underline decoration-muted decoration-dotted underline-offset-3"
      onBlur={() => setFocused(false)}
      onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onPointerEnter={() => setOver(true)}
      // The explanation is a child of this, wherever it stands, so the pointer may move onto it.
      onPointerLeave={() => setOver(false)}
      ref={value}
      tabIndex={isReached === undefined ? 0 : undefined}
    >
      {children}
      {isWanted &&
        !isHidden &&
        createPortal(
          <Popup explanation={explanation} onHide={hide} value={value} />,
          document.querySelector('main') ?? document.body,
        )}
    </span>
  );
}

interface PopupProps {
  explanation: Explanation;
  value: { readonly current: HTMLElement | null };
  onHide: () => void;
}

function Popup({ explanation, value, onHide }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const { current: element } = popup;
    const place = value.current?.getBoundingClientRect();
    if (element === null || place === undefined) return;
    // It is above everything, and no pane cuts it off.
    element.showPopover();
    const { offsetWidth, offsetHeight } = element;
    const fitsBelow = place.bottom + offsetHeight <= innerHeight;
    element.style.left = `${Math.max(0, Math.min(place.left, innerWidth - offsetWidth))}px`;
    element.style.top = `${Math.max(0, fitsBelow ? place.bottom : place.top - offsetHeight)}px`;
    // In a tree, screen readers are at the row.
    const described = value.current?.closest('[role="treeitem"]') ?? value.current;
    described?.setAttribute('aria-describedby', element.id);
    return () => described?.removeAttribute('aria-describedby');
  }, [value]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onHide();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  });
  const { title, parts, note } = explanation;
  return (
    <div
      className="m-0 max-w-[min(32rem,100vw)] border-0 bg-transparent p-1 text-text"
      id={id}
      popover="manual"
      ref={popup}
      role="tooltip"
    >
      <div className="max-h-[60dvh] overflow-auto rounded-lg border border-line bg-surface px-3 py-2 text-xs shadow-lg">
        <p className="font-medium">{title}</p>
        {parts.map(({ name, text }) => (
          <div className="mt-2" key={name}>
            <p className="text-muted">{name}</p>
            <pre className="font-mono wrap-anywhere whitespace-pre-wrap">
              <ShownText text={text} />
            </pre>
          </div>
        ))}
        <p className="mt-2 text-muted">{note}</p>
      </div>
    </div>
  );
}
