import type { CapturedRequestSummary, Endpoint } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState } from 'react';
import { useLabelTable } from '../labels/use-labels.ts';
import { useRequestLog } from '../log/use-request-log.ts';
import { summaryQuery } from '../request/request-queries.ts';
import { useSuggestionSource } from '../search/match-input.tsx';
import type { KnownRequests } from '../search/seen-values.ts';
import { useLanguage } from '../search/use-language.ts';

/** The captured requests that names and values are suggested from. */
interface OfferedFrom {
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

/** So many of the newest requests are offered. */
const mostOffered = 50;

/**
 * The captured request that replies are tried against: the chosen one, else the newest at the beginning.
 * @param firstId a request to begin with, listed or not
 */
export function useTrialChoice(endpoint: Endpoint, firstId: number | undefined) {
  useLabelTable();
  const { items } = useRequestLog(endpoint.token, endpoint.id);
  const [chosenId, choose] = useState(firstId);
  // Arrivals do not take the place of the request that the user looks at.
  const newestId = items[0]?.id;
  if (chosenId === undefined && newestId !== undefined) choose(newestId);
  const listed = items.find(({ id }) => id === chosenId);
  const asked = useQuery({
    ...summaryQuery(chosenId ?? 0),
    enabled: chosenId !== undefined && listed === undefined,
  });
  // The first request to try may be gone.
  if (asked.isError && newestId !== undefined) choose(newestId);
  const chosen = listed ?? (asked.data?.endpointId === endpoint.id ? asked.data : undefined);
  const requests = useMemo(() => offered(items, chosen), [items, chosen]);
  const offeredFrom: OfferedFrom = useMemo(
    () => ({ requests: items, openRequest: chosen }),
    [items, chosen],
  );
  return { offeredFrom, requests, chosen, choose };
}

function offered(
  items: readonly CapturedRequestSummary[],
  chosen: CapturedRequestSummary | undefined,
): readonly CapturedRequestSummary[] {
  const newest = items.slice(0, mostOffered);
  const isListed = chosen === undefined || newest.includes(chosen);
  return isListed ? newest : [...newest, chosen];
}
