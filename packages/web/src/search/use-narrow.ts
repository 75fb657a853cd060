import { useCallback } from 'react';
import type { NarrowingField } from './narrowing.ts';
import { loadedLanguage, loadLanguage } from './use-language.ts';

interface FilterAddress {
  filter: string;
  chooseFilter: (filter: string, options: { showsList: boolean }) => void;
}

/** Shows only requests with this value of a field. */
export type Narrow = (field: NarrowingField, value: string) => void;

/** Narrows the list to requests with an event, or with a verdict on their signature. */
export function useNarrow({ filter, chooseFilter }: FilterAddress): Narrow {
  return useCallback(
    (field, value) =>
      void loadLanguage().then(() => {
        const language = loadedLanguage();
        if (language !== undefined)
          chooseFilter(language.withTerm(filter, field, value), { showsList: true });
      }),
    [filter, chooseFilter],
  );
}
