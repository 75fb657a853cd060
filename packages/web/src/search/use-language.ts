import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { toastFailure } from '../ui/toasts.tsx';

export type Language = typeof import('./language.ts');

const language = createStore<Language | 'failed' | undefined>(undefined);
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
export function useLanguage(isNeeded: boolean): Language | 'failed' | undefined {
  const known = useSelector(language);
  useEffect(() => {
    if (isNeeded) void loadLanguage();
  }, [isNeeded]);
  return known;
}

/** The match language, if it is here. */
export function loadedLanguage(): Language | undefined {
  const { state } = language;
  return state === 'failed' ? undefined : state;
}
