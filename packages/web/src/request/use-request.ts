import type { CapturedRequestSummary } from '@hookwell/client';
import { beingLookedInto } from '@hookwell/core/api/sentences';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountLooks } from '../live/feed.ts';
import { isGone } from '../service/failed-call.ts';
import { queryClient } from '../service/queries.ts';
import { summaryQuery, wireQuery } from './request-queries.ts';

/** A summary whose signature is being looked into is read again after so long, until that is over. */
const againMs = 2000;

/** Whether the service still looks for the cause of a failed signature, which it tells within 15 seconds. */
export function isLookedInto(summary: Pick<CapturedRequestSummary, 'signature'>): boolean {
  return summary.signature?.reason?.endsWith(beingLookedInto) === true;
}

/**
 * Loads a captured request, and looks whether it is still stored whenever something may have been changed elsewhere.
 * @param listed the summary, if a list has it already
 */
export function useRequest(id: number, listed: CapturedRequestSummary | undefined) {
  const isListed = listed !== undefined && !isLookedInto(listed);
  const asked = useQuery({
    ...summaryQuery(id),
    enabled: !isListed,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isLookedInto(data) ? againMs : false,
  });
  const wire = useQuery(wireQuery(id));
  useEffect(() => {
    const again = { ...summaryQuery(id), staleTime: 0 };
    return accountLooks.onLook(() => queryClient.fetchQuery(again));
  }, [id]);
  const summary = isListed ? listed : (asked.data ?? listed);
  const isKnown = summary !== undefined && !isGone(asked.error);
  return {
    summary,
    wire: wire.data,
    error: wire.error ?? (isKnown ? null : asked.error),
    retry: () => {
      if (wire.isError) void wire.refetch();
      if (asked.isError) void asked.refetch();
    },
  };
}
