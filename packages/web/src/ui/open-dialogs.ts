import { createStore } from '@tanstack/react-store';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

/** A dialog that belongs to no screen. */
type OpenDialog = 'shortcuts' | 'commands' | 'send' | 'share' | 'move' | 'team' | 'terminal';

export const openDialog = createStore<OpenDialog | undefined>(undefined);

export function showDialog(dialog: OpenDialog): void {
  openDialog.setState(() => dialog);
}

export function closeDialog(): void {
  openDialog.setState(() => undefined);
}

interface Question {
  title: string;
  /** Says the consequences, and that they cannot be undone. */
  text: ReactNode;
  /** The words on the button that goes on: `Delete endpoint`. */
  action: string;
  isDanger?: boolean;
}

export interface OpenQuestion extends Question {
  answer: (isConfirmed: boolean) => void;
}

export const openQuestion = createStore<OpenQuestion | undefined>(undefined);

/** Asks before something that cannot be undone. Resolves with whether the user goes on. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      openQuestion.setState(() => undefined);
      resolve(isConfirmed);
    };
    openQuestion.setState(() => ({ ...question, answer }));
  });
}

/** Whether something lies over the whole page, so that a dialog of the page would lie over that. */
export const isPageCovered = createStore(false);

/** Closes a dialog of the page when the page is covered, and one that opens behind the cover. */
export function useCloseWhenCovered(onClose: () => void, isOpen = true): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const look = () => {
      if (isPageCovered.get()) close();
    };
    look();
    const watching = isPageCovered.subscribe(look);
    return () => watching.unsubscribe();
  }, [isOpen]);
}
