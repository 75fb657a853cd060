import { indentedJson } from '@hookwell/core/json/json-text';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ShownText } from '../../request/shown-text.tsx';
import { formatMoment } from '../../ui/moment.ts';

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

/** What a value means that nobody can read. */
interface Explanation {
  /** One line: `JSON Web Token, expired 2 days ago`. */
  title: string;
  /** Parts of the value, decoded. Their texts are the sender's. */
  parts: readonly { name: string; text: string }[];
  /** What the explanation does not know. */
  note: string;
}

/** Longer tokens are not decoded. */
export const longestToken = 16 * 1024;

/**
 * Explains a JSON Web Token (RFC 7519), also behind `Bearer`, and a number that can be a time.
 * @param text a value as it is meant, without quotes
 * @param now in milliseconds since 1970
 */
export function explanationOf(text: string, now: number): Explanation | undefined {
  if (/^[1-9]\d{9}(?:\d{3}|\.\d{1,9})?$/.test(text)) return ofTime(text, now);
  if (text.length > longestToken || !/^(?:Bearer +)?ey/i.test(text)) return undefined;
  return ofToken(text.replace(/^Bearer +/i, ''), now);
}

const latestTime = Date.UTC(2100);

function ofTime(text: string, now: number): Explanation | undefined {
  const isSeconds = text.length !== 13 || text.includes('.');
  const at = Math.floor(Number(text) * (isSeconds ? 1000 : 1));
  if (at >= latestTime) return undefined;
  return {
    title: `${formatMoment(at)}, ${relativeWords(at - now)}`,
    parts: [],
    note: `If this is a time, in ${isSeconds ? 'seconds' : 'milliseconds'} since 1970.`,
  };
}

function ofToken(token: string, now: number): Explanation | undefined {
  const pieces = token.split('.');
  const [header, claims] = pieces.slice(0, 2).map(decodedObject);
  if (pieces.length !== 3 || header === undefined || claims === undefined) return undefined;
  if (typeof header.value.alg !== 'string') return undefined;
  return {
    title: `JSON Web Token, ${expiryWords(claims.value.exp, now)}`,
    parts: [
      { name: 'Header', text: header.text },
      { name: 'Claims', text: claims.text },
    ],
    note: 'Only decoded. Nobody has checked its signature here.',
  };
}

function expiryWords(exp: unknown, now: number): string {
  if (typeof exp !== 'number' || Math.abs(exp) > latestTime / 1000)
    return 'without a time of expiry';
  const left = exp * 1000 - now;
  return `${left > 0 ? 'expires' : 'expired'} ${relativeWords(left)}`;
}

/** The object in a part of a token (base64url, RFC 4648), and its text with each digit as it was sent. */
function decodedObject(part: string) {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const sent = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!/^\s*\{/.test(sent)) return undefined;
    // It is an object, whose members are not known.
    const value = JSON.parse(sent) as Record<string, unknown>;
    return { value, text: indentedJson(sent) };
  } catch {
    return undefined;
  }
}

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A difference to now: `in 3 hours`, `2 days ago`. */
function relativeWords(ms: number): string {
  const [unit, unitMs] = units.find(([, least]) => Math.abs(ms) >= least) ?? ['second', 1000];
  return words.format(Math.trunc(ms / unitMs), unit);
}
