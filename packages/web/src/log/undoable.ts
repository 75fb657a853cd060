import { createStore } from '@tanstack/react-store';
import { toast, toasts } from '../ui/toasts.ts';
import type { KeptRemoval } from './kept-removals.ts';

/** Some removals that are undone together, and the message that offers it. */
export interface Undoable {
  kept: readonly KeptRemoval[];
  undo: () => void;
  /** Takes the message away, and neither undoes the removals nor carries them out. */
  close: () => void;
}

/** The removals that can be undone in this tab. The latest stands last. */
export const undoables = createStore<readonly Undoable[]>([]);

/** A message that is held by the pointer or the focus puts its removals off, a bit at a time. */
const putOffEveryMs = 2_000;

export interface UndoSteps {
  /** The words of the message. */
  text: string;
  kept: readonly KeptRemoval[];
  undo: () => void;
  carryOut: () => void;
  /** The message is held, so other tabs must wait too. */
  putOff: () => void;
}

/** Offers to undo removals as long as their message shows. When it disappears, they are carried out. */
export function offerUndo({ text, kept, carryOut, putOff, ...steps }: UndoSteps): Undoable {
  let isOpen = true;
  const durationMs = Math.max(0, Math.max(...kept.map(({ dueAt }) => dueAt)) - Date.now());
  const end = (after?: () => void): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(puttingOff);
    watching.unsubscribe();
    undoables.setState((open) => open.filter((one) => one !== undoable));
    dismiss();
    after?.();
  };
  const undo = () => end(steps.undo);
  const dismiss = toast({ text, durationMs, action: { label: 'Undo', run: undo } });
  const shown = toasts.get().at(-1);
  const watching = toasts.subscribe(() => {
    if (shown !== undefined && toasts.get().includes(shown)) return;
    // The undo button may take the message away before its own handler runs.
    setTimeout(() => end(carryOut));
  });
  const puttingOff = setInterval(putOff, putOffEveryMs);
  const undoable: Undoable = { kept, undo, close: () => end() };
  undoables.setState((open) => [...open, undoable]);
  return undoable;
}

/** Undoes the latest removal that can be undone. */
export function undoLatest(): void {
  undoables.get().at(-1)?.undo();
}

/**
 * Closes all offers to undo, and neither undoes the removals nor carries them out. To be called when the session
 * changes, since they would meet the data of another account.
 */
export function closeUndoables(): void {
  for (const { close } of undoables.get()) close();
}
