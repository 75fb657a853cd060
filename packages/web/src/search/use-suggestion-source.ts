import type { CapturedRequestSummary } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { KnownRequests } from './seen-values.ts';
import type { Language } from './use-language.ts';

const nothingRead = { json: [], headers: {} };

/**
 * The requests that names and values are suggested from: the open one with its X- headers, and the bodies of the newest,
 * which are read once whenever the suggestions open.
 * @param language missing as long as nothing is suggested
 */
export function useSuggestionSource(
  requests: readonly CapturedRequestSummary[],
  open: CapturedRequestSummary | undefined,
  language: Language | undefined,
): KnownRequests {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives meanwhile is read the next time
  const asked = useMemo(() => requests, [language === undefined]);
  const { data: read = nothingRead } = useQuery({
    queryKey: ['suggested', open?.id, asked[0]?.id, asked.length],
    queryFn: async () => (await language?.readSuggested(asked, open)) ?? nothingRead,
    enabled: language !== undefined && asked.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return useMemo(() => {
    const others = requests.filter(({ id }) => id !== open?.id);
    const known = open && { ...open, headers: { ...read.headers, ...open.headers } };
    return {
      requests: known === undefined ? others : [known, ...others],
      json: read.json,
      eventOf: (request) => language?.knownEvent(request),
    };
  }, [requests, open, read, language]);
}
