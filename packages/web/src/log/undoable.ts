import { createStore } from '@tanstack/react-store';
import { toast, toasts } from '../ui/toasts.tsx';
import type { Removal } from './removed-requests.ts';

/** Some removals that are undone together, and the message that offers it. */
export interface Undoable {
  removals: readonly Removal[];
  undo: () => void;
  carryOut: () => Promise<unknown>;
  /** Takes the message away, and neither undoes the removals nor carries them out. */
  close: () => void;
}

/** The removals that can be undone in this tab. The latest stands last. */
export const undoables = createStore<readonly Undoable[]>([]);

/** Removals can be undone for this time. */
const undoableMs = 15_000;

/**
 * Offers to undo removals as long as their message shows. When it disappears, they are carried out.
 * @param text the words of the message
 */
export function offerUndo(
  text: string,
  { removals, ...steps }: Pick<Undoable, 'removals' | 'undo' | 'carryOut'>,
): void {
  let isOpen = true;
  const end = <Result>(after: () => Result): Result | undefined => {
    if (!isOpen) return undefined;
    isOpen = false;
    watching.unsubscribe();
    undoables.setState((open) => open.filter((one) => one !== undoable));
    dismiss();
    return after();
  };
  const undo = () => end(steps.undo);
  const dismiss = toast({ text, durationMs: undoableMs, action: { label: 'Undo', run: undo } });
  const shown = toasts.get().at(-1);
  const watching = toasts.subscribe(() => {
    if (shown !== undefined && toasts.get().includes(shown)) return;
    // The undo button may take the message away before its own handler runs.
    setTimeout(() => end(steps.carryOut));
  });
  const undoable: Undoable = {
    removals,
    undo,
    carryOut: async () => await end(steps.carryOut),
    close: () => end(() => {}),
  };
  undoables.setState((open) => [...open, undoable]);
}

/**
 * Carries out now whatever could still be undone, and resolves when that is done. To be called before the page is left, and
 * before a guest becomes another account. What fails is said in a message, or tried again once the service is back.
 */
export async function carryOutAll(): Promise<void> {
  await Promise.all(undoables.get().map(({ carryOut }) => carryOut()));
}

/** Closes all offers to undo, and neither undoes the removals nor carries them out: the session is another one. */
export function closeUndoables(): void {
  for (const { close } of undoables.get()) close();
}
