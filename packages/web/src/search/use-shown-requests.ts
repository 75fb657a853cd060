import { useMemo, useSyncExternalStore } from 'react';
import type { RequestLog } from '../log/request-log.ts';
import { client } from '../service/client.ts';
import { BodyTexts } from './body-texts.ts';
import { type Filter, parseFilter } from './filter.ts';
import { RequestSearch } from './request-search.ts';
import { SentQueries } from './sent-queries.ts';
import { AllRequests, type ShownRequests, type ShownSnapshot } from './shown-requests.ts';

const sources = { bodies: new BodyTexts(client), queries: new SentQueries(client) };

export interface FilteredRequests {
  shown: ShownSnapshot;
  source: ShownRequests;
  filter: Filter;
  isFiltered: boolean;
}

/** The captured requests of the log that match the filter, which is given as typed. */
export function useShownRequests(log: RequestLog, filterText: string): FilteredRequests {
  const filter = useMemo(() => parseFilter(filterText), [filterText]);
  const isFiltered = filter.terms.length > 0;
  const source = useMemo(
    () => (isFiltered ? new RequestSearch(log, filter, sources) : new AllRequests(log)),
    [log, filter, isFiltered],
  );
  const shown = useSyncExternalStore(source.subscribe, source.getSnapshot);
  return { shown, source, filter, isFiltered };
}
