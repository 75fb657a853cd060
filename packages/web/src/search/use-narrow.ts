import { useCallback } from 'react';
import { toast } from '../ui/toasts.tsx';
import type { NarrowingField } from './narrowing.ts';
import { loadedLanguage, loadLanguage } from './use-language.ts';

interface FilterAddress {
  filter: string;
  chooseFilter: (filter: string, options: { showsList: boolean }) => void;
}

/** Shows only requests with this value of a field. */
export type Narrow = (field: NarrowingField, value: string) => void;

/** Narrows the list to requests with an event, with a verdict on their signature, or with a value in their JSON. */
export function useNarrow({ filter, chooseFilter }: FilterAddress): Narrow {
  return useCallback(
    (field, value) =>
      void loadLanguage().then(() => {
        const language = loadedLanguage();
        if (language === undefined) return;
        const narrowed = language.withTerm(filter, field, value);
        if (narrowed !== undefined) chooseFilter(narrowed, { showsList: true });
        else toast({ text: 'This is too long for a search.', tone: 'problem' });
      }),
    [filter, chooseFilter],
  );
}
