import type { NewShare, SharedRequest } from '@hookwell/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewQuery } from './shares.ts';

export interface SharePreview {
  requests: readonly SharedRequest[] | undefined;
  /** Whether the requests are what the share would show, as it is chosen now. */
  isShown: boolean;
  error: Error | null;
}

/** Names are being typed until nothing is typed for this time. */
const typingMs = 400;

/** What a share would show, by the service. While it is read anew, the last one stays. */
export function usePreview(share: Omit<NewShare, 'days'>): SharePreview {
  const wanted = JSON.stringify(share);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), typingMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  // It was written from such a value above.
  const asked = JSON.parse(settled) as Omit<NewShare, 'days'>;
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(asked),
    placeholderData: keepPreviousData,
  });
  const isShown = data !== undefined && !isPlaceholderData && settled === wanted && error === null;
  return { requests: data?.requests, isShown, error };
}
