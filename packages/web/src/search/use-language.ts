import { createStore, useSelector } from '@tanstack/react-store';
import { useCallback, useEffect } from 'react';
import { toast, toastFailure } from '../ui/toasts.tsx';
import type { NarrowingField } from './filter-text.ts';

export type SearchLanguage = typeof import('./language.ts');

const language = createStore<SearchLanguage | 'failed' | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Loads the match language, unless it is here. To be called when a filter is about to be typed. */
export function loadLanguage(): Promise<void> {
  loading ??= import('./language.ts').then(
    (loaded) => language.setState(() => loaded),
    (error: unknown) => {
      loading = undefined;
      language.setState(() => 'failed');
      toastFailure('The search could not be loaded', error);
    },
  );
  return loading;
}

/** The match language, once it is here. It is loaded when it is needed. */
export function useLanguage(isNeeded: boolean): SearchLanguage | 'failed' | undefined {
  const known = useSelector(language);
  useEffect(() => {
    if (isNeeded) void loadLanguage();
  }, [isNeeded]);
  return known;
}

/** The match language, if it is here. */
export function loadedLanguage(): SearchLanguage | undefined {
  const { state } = language;
  return state === 'failed' ? undefined : state;
}

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
