import type { CapturedRequestSummary } from '@hookwell/client';
import { createContext, useContext } from 'react';
import type { KnownRequests } from '../../search/seen-values.ts';
import { useLanguage } from '../../search/use-language.ts';
import { useSuggestionSource } from '../../search/use-suggestion-source.ts';

/** The captured requests that names and values are suggested from. */
export interface OfferedFrom {
  /** Newest first. */
  requests: readonly CapturedRequestSummary[];
  /** The names and values in its body are suggested too. */
  openRequest: CapturedRequestSummary | undefined;
}

/** Every field of the page suggests from the same captured requests. */
export const OfferedFromContext = createContext<OfferedFrom>({
  requests: [],
  openRequest: undefined,
});

/** The names and values that occur, once they are needed. */
export function useKnownRequests(isNeeded: boolean): KnownRequests {
  const { requests, openRequest } = useContext(OfferedFromContext);
  const loaded = useLanguage(isNeeded);
  const language = loaded === 'failed' || !isNeeded ? undefined : loaded;
  return useSuggestionSource(requests, openRequest, language);
}
