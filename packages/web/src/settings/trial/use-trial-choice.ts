import type { CapturedRequestSummary, Endpoint } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLabelTable } from '../../labels/use-labels.ts';
import { useRequestLog } from '../../log/use-request-log.ts';
import { summaryQuery } from '../../request/request-queries.ts';
import type { OfferedFrom } from '../fields/known-requests.ts';

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
