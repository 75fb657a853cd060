import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { summaryQuery, wireQuery } from './request-queries.ts';

/** A captured request as it is being loaded. */
export interface LoadingRequest {
  summary: CapturedRequestSummary | undefined;
  wire: CapturedRequestWire | undefined;
  /** Why a part could not be loaded. */
  error: Error | null;
  retry: () => void;
}

/**
 * Loads a captured request.
 * @param listed the summary, if a list has it already
 */
export function useRequest(id: number, listed: CapturedRequestSummary | undefined): LoadingRequest {
  const asked = useQuery({ ...summaryQuery(id), enabled: listed === undefined });
  const wire = useQuery(wireQuery(id));
  return {
    summary: listed ?? asked.data,
    wire: wire.data,
    error: wire.error ?? (listed === undefined ? asked.error : null),
    retry: () => {
      if (wire.isError) void wire.refetch();
      if (asked.isError) void asked.refetch();
    },
  };
}
