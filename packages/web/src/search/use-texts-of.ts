import { useMemo } from 'react';
import { useLanguage } from './use-language.ts';

const noTexts: readonly string[] = [];

/** The texts that a filter looks for, once the language is here. */
export function useTextsOf(filter: string): readonly string[] {
  const language = useLanguage(filter !== '');
  return useMemo(() => {
    if (filter === '' || language === undefined || language === 'failed') return noTexts;
    return language.readFilter(filter).texts;
  }, [language, filter]);
}
