import { toast, toastFailure, toasts } from '../ui/toasts.ts';

export interface UndoableAction {
  /** Tells the user of the action: `Deleted one request.` */
  text: string;
  /** Takes back the effect on the screen. */
  undo: () => void;
  /** Carries the action out. */
  commit: () => Promise<void>;
  /** Carries the action out while the page is being left, when nothing can be awaited. */
  commitAtPageHide: () => void;
  /** The beginning of the message that it failed: `Could not delete the request`. */
  failed: string;
}

/** Closes each action that can still be undone. */
const open = new Set<() => boolean>();

/**
 * Drops all actions that can still be undone and does not carry them out. To be called when the session changes, since
 * they would meet the data of another account.
 */
export function dropUndoable(): void {
  for (const close of [...open]) close();
}

/**
 * Offers to undo an action as long as its message shows. When the message disappears or the page is left, the action is
 * carried out.
 */
export function offerUndo(action: UndoableAction): void {
  const { text, undo, commit, commitAtPageHide, failed } = action;
  let isOpen = true;
  const close = () => {
    if (!isOpen) return false;
    isOpen = false;
    open.delete(close);
    removeEventListener('pagehide', atPageHide);
    watching.unsubscribe();
    dismiss();
    return true;
  };
  const dismiss = toast({ text, action: { label: 'Undo', run: () => close() && undo() } });
  const shown = toasts.get().at(-1);
  const watching = toasts.subscribe(() => {
    if (shown !== undefined && toasts.get().includes(shown)) return;
    // The undo button may take the message away before its own handler runs.
    setTimeout(() => close() && void commitOrTell());
  });
  const atPageHide = () => close() && commitAtPageHide();
  addEventListener('pagehide', atPageHide);
  open.add(close);

  async function commitOrTell(): Promise<void> {
    try {
      await commit();
    } catch (error) {
      undo();
      toastFailure(failed, error);
    }
  }
}
