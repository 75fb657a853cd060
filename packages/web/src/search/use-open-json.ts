import type { CapturedRequestSummary } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../service/client.ts';
import type { JsonEntry } from './json-names.ts';
import type { Language } from './use-language.ts';

/** Larger bodies are not fetched for suggestions. */
const largestBodyBytes = 256 * 1024;

const noEntries: readonly JsonEntry[] = [];

/** The names and values in the body of a captured request, once they are needed. */
export function useOpenJson(
  request: CapturedRequestSummary | undefined,
  language: Language | undefined,
): readonly JsonEntry[] {
  const { id = 0, bodySize = 0 } = request ?? {};
  const { data: text } = useQuery({
    queryKey: ['request', id, 'text'],
    queryFn: async ({ signal }) => (await client.requests.get(id, { signal })).body.raw,
    enabled: language !== undefined && bodySize > 0 && bodySize <= largestBodyBytes,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return useMemo(
    () => (text === undefined ? noEntries : (language?.jsonEntries(text) ?? noEntries)),
    [text, language],
  );
}
