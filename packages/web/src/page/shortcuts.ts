import { createStore } from '@tanstack/react-store';
import { useEffect, useEffectEvent } from 'react';
import { readSetting, writeSetting } from './this-page.ts';

export interface Shortcut {
  /** The key as it is written: `j`, `/`, `?`, `Ctrl+K`. Actions without a key are only listed. */
  keys?: string;
  /** Names the action: `Next request`. */
  label: string;
  /** The heading that it is listed under. */
  group: string;
  run: () => void;
}

/** The shortcuts that the components on the page have registered. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Whether keys act without Ctrl. People who speak their input would press them by accident (WCAG 2.1.4). */
export const singleKeys = createStore(readSetting('single-keys') !== 'off');

export function setSingleKeys(isOn: boolean): void {
  singleKeys.setState(() => isOn);
  writeSetting('single-keys', isOn ? undefined : 'off');
}

interface ShortcutOptions {
  label: string;
  group: string;
  /** True by default. */
  enabled?: boolean;
}

/** Gives a key an action while the component is on the page. The latest registration of a key counts. */
export function useShortcut(
  keys: string | undefined,
  action: () => void,
  options: ShortcutOptions,
): void {
  const { label, group, enabled = true } = options;
  const run = useEffectEvent(action);
  useEffect(() => {
    if (!enabled) return;
    const registered: Shortcut = { ...(keys && { keys }), label, group, run: () => run() };
    shortcuts.setState((known) => [...known, registered]);
    return () => shortcuts.setState((known) => known.filter((one) => one !== registered));
  }, [keys, label, group, enabled]);
}

/** Lists an action that has no key while the component is on the page. */
export function useAction(action: () => void, options: ShortcutOptions): void {
  useShortcut(undefined, action, options);
}

/**
 * Listens for the registered keys.
 * @returns a function that stops listening
 */
export function listenForShortcuts(target: Document): () => void {
  const stop = new AbortController();
  target.addEventListener('keydown', onKeyDown, { signal: stop.signal });
  return () => stop.abort();
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const keys = keysOf(event);
  if (keys === undefined) return;
  const found = shortcuts.get().findLast((shortcut) => shortcut.keys === keys);
  if (found === undefined) return;
  const isChord = event.ctrlKey || event.metaKey;
  const isElsewhere = isTypedInto(event.target) || isInsidePopup(event.target);
  // In a text field this undoes typing.
  if (keys === 'Ctrl+Z' && isTypedInto(event.target)) return;
  // A dialog covers what this would search.
  if (keys === 'Ctrl+F' && isInsidePopup(event.target)) return;
  if (!isChord && (isElsewhere || !singleKeys.get())) return;
  event.preventDefault();
  found.run();
}

/** A key as shortcuts write it. The character itself tells whether Shift is down; Command counts as Ctrl. */
export function keysOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string | undefined {
  if (event.altKey) return undefined;
  const { key } = event;
  if (event.ctrlKey || event.metaKey) return `Ctrl+${key.toUpperCase()}`;
  return key;
}

function isTypedInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
}

export function isInsidePopup(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null
  );
}

/** Groups shortcuts by heading, in the order of their registration. Of each key, only the latest is listed. */
export function groupedShortcuts(shortcuts: readonly Shortcut[]) {
  const byKeys = new Map(
    shortcuts.map((shortcut) => [shortcut.keys ?? `${shortcut.group} ${shortcut.label}`, shortcut]),
  );
  const groups = Map.groupBy(byKeys.values(), ({ group }) => group);
  return [...groups].map(([group, members]) => ({ group, members }));
}
