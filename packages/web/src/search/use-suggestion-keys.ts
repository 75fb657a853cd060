import { type KeyboardEvent, useState } from 'react';
import type { Suggestion } from './suggestions.ts';

export interface SuggestionKeysParts {
  suggestions: readonly Suggestion[];
  isShown: boolean;
  onAccept: (suggestion: Suggestion) => void;
  onOpen: (isOpen: boolean) => void;
  /** Called for the Escape key when no suggestions are shown. */
  onEscape: () => void;
}

/** The keys of a field with suggestions: arrows choose one, Enter and Tab accept it, Escape closes them. */
export function useSuggestionKeys(parts: SuggestionKeysParts) {
  const { suggestions, isShown, onAccept, onOpen, onEscape } = parts;
  const [chosen, choose] = useState(-1);
  const active = chosen < suggestions.length ? chosen : -1;
  const close = () => {
    onOpen(false);
    choose(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const suggestion = suggestions[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isShown) {
        onOpen(true);
        // The suggestions may still be loading.
        choose(step === 1 ? 0 : -1);
        return;
      }
      // The place before the first suggestion stands for none of them.
      const places = suggestions.length + 1;
      choose(((active + 1 + step + places) % places) - 1);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && suggestion !== undefined) {
      event.preventDefault();
      choose(-1);
      onAccept(suggestion);
    } else if (event.key === 'Enter') close();
    else if (event.key === 'Escape') {
      event.preventDefault();
      if (isShown) close();
      else onEscape();
    }
  };
  return { active, choose, close, onKeyDown };
}
