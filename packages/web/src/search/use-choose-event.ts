import { useCallback } from 'react';
import { loadedLanguage, loadLanguage } from './use-language.ts';

interface FilterAddress {
  filter: string;
  chooseFilter: (filter: string, options: { showsList: boolean }) => void;
}

/** Narrows the list to requests with an event. */
export function useChooseEvent({ filter, chooseFilter }: FilterAddress): (event: string) => void {
  return useCallback(
    (event) =>
      void loadLanguage().then(() => {
        const language = loadedLanguage();
        if (language !== undefined)
          chooseFilter(language.withEvent(filter, event), { showsList: true });
      }),
    [filter, chooseFilter],
  );
}
