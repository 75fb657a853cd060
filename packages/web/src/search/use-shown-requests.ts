import { useMemo, useSyncExternalStore } from 'react';
import type { RequestLog } from '../log/request-log.ts';
import { client } from '../service/client.ts';
import { BodyTexts } from './body-texts.ts';
import { type Filter, parseFilter } from './filter.ts';
import { RequestSearch } from './request-search.ts';
import { SentQueries } from './sent-queries.ts';
import { AllRequests, type ShownRequests, type ShownSnapshot } from './shown-requests.ts';

const sources = { bodies: new BodyTexts(client), queries: new SentQueries(client) };

export interface Shown {
  shown: ShownSnapshot;
  source: ShownRequests;
  filter: Filter;
  isFiltered: boolean;
}

/** What of the log the filter, as typed, asks for. */
export function useShownRequests(log: RequestLog, filterText: string): Shown {
  const filter = useMemo(() => parseFilter(filterText), [filterText]);
  const isFiltered = filter.terms.length > 0;
  const source = useMemo(
    () => (isFiltered ? new RequestSearch(log, filter, sources) : new AllRequests(log)),
    [log, filter, isFiltered],
  );
  const shown = useSyncExternalStore(source.subscribe, source.getSnapshot);
  return { shown, source, filter, isFiltered };
}
