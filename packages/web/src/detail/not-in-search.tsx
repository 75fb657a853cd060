import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { indexOfId } from '../log/newest-first.ts';
import { useLanguage } from '../search/use-language.ts';
import { client } from '../service/client.ts';
import { Button } from '../ui/button.tsx';
import type { OfferedRequests } from './compare-choices.ts';

interface NotInSearchProps {
  id: number;
  offered: OfferedRequests;
  onClear: () => void;
}

/** Says that the open request is none of those that the search beside it finds. */
export function NotInSearch({ id, offered: { filter, items }, onClear }: NotInSearchProps) {
  const language = useLanguage(filter !== '');
  const { match, isRefused } = useMemo(
    () =>
      filter === '' || language === undefined || language === 'failed'
        ? { match: '', isRefused: false }
        : language.readFilter(filter),
    [language, filter],
  );
  const isAsked = match !== '' && !isRefused && indexOfId(items, id) < 0;
  // The list may not have come so far, so the service is asked about this request alone.
  const { data: isFound = true } = useQuery({
    queryKey: ['in-search', id, match],
    queryFn: async ({ signal }) => {
      const only = { before: id + 1, after: id - 1, limit: 1, isOneCall: true } as const;
      const { items: found } = await client.requests.page({
        match,
        view: 'summary',
        signal,
        ...only,
      });
      return found.length > 0;
    },
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
  if (!isAsked || isFound) return null;
  return (
    <div
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft py-1 pr-2 pl-4 text-xs text-warn"
      role="status"
    >
      <p className="mr-auto">This request does not match the search.</p>
      <Button onClick={onClear} size="small" tone="quiet">
        Clear the search
      </Button>
    </div>
  );
}
