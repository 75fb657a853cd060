import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountLooks } from '../live/feed.ts';
import { queryClient } from '../service/queries.ts';
import { isGone, summaryQuery, wireQuery } from './request-queries.ts';

/** A captured request as it is being loaded. */
export interface LoadingRequest {
  summary: CapturedRequestSummary | undefined;
  wire: CapturedRequestWire | undefined;
  /** Why a part could not be loaded. */
  error: Error | null;
  retry: () => void;
}

/**
 * Loads a captured request, and looks whether it is still stored whenever something may have been changed elsewhere.
 * @param listed the summary, if a list has it already
 */
export function useRequest(id: number, listed: CapturedRequestSummary | undefined): LoadingRequest {
  const asked = useQuery({ ...summaryQuery(id), enabled: listed === undefined });
  const wire = useQuery(wireQuery(id));
  useEffect(() => {
    const again = { ...summaryQuery(id), staleTime: 0 };
    return accountLooks.onLook(() => queryClient.fetchQuery(again));
  }, [id]);
  const summary = listed ?? asked.data;
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
