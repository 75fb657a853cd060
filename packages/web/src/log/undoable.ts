import { toast, toastFailure, toasts } from '../ui/toasts.ts';

export interface UndoableAction {
  /** What was done, for the user: `Deleted one request.` */
  text: string;
  /** Takes the effect back that is on the screen already. */
  undo: () => void;
  /** Makes it last. */
  commit: () => Promise<void>;
  /** The same in the moment in which the page goes: what is begun then is the last. */
  commitAtPageHide: () => void;
  /** Before why it could not be made to last: `Could not delete the request`. */
  failed: string;
}

/** Closes each action that can still be undone. */
const open = new Set<() => boolean>();

/**
 * Lets go of everything that can still be undone, and does not make it last: with another session it would be done
 * to what belongs to somebody else.
 */
export function dropUndoable(): void {
  for (const close of [...open]) close();
}

/**
 * Offers to undo something for as long as its message shows, and makes it last when that goes, or the
 * page does.
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
    // The button may take the message away before it says what it is for.
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
