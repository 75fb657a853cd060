import { createStore } from '@tanstack/react-store';
import type { ReactNode } from 'react';

export interface Question {
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
