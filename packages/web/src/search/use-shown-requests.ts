import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { indexOfId } from '../log/newest-first.ts';
import type { RequestLog } from '../log/request-log.ts';
import {
  AllRequests,
  nothingYet,
  type ShownRequests,
  type ShownSnapshot,
} from './shown-requests.ts';
import { loadLanguage, useLanguage } from './use-language.ts';

/** The list until the search is loaded. */
const waiting: ShownRequests = {
  subscribe: () => () => {},
  getSnapshot: () => nothingYet,
  want: () => {},
  wantNewer: () => {},
  setAway: () => {},
  goOn: () => {},
};

const noFilter = { match: '', isRefused: false };
const failure = { ...nothingYet, isSearching: false, problem: 'The search could not be loaded' };

/** The list if the search cannot be loaded. */
const failed: ShownRequests = {
  ...waiting,
  getSnapshot: () => failure,
  goOn: () => void loadLanguage(),
};

const nothing = { ...nothingYet, isSearching: false, isLoaded: true, isComplete: true };

/** The list as long as the filter has a word that makes no sense. */
const refused: ShownRequests = { ...waiting, getSnapshot: () => nothing };

export interface FilteredRequests {
  shown: ShownSnapshot;
  source: ShownRequests;
  isFiltered: boolean;
  /** Whether the filter has a word that makes no sense, so that nothing is searched for. */
  isRefused: boolean;
  /** The search, in the match language. */
  match: string;
  /** The list began around this request, since an address led to it. */
  around: number | undefined;
  /** Another text for another list, which begins at its top or around another request. */
  key: string;
  /** Goes to the newest, if the list began around an old request. */
  toNewest: () => void;
}

/**
 * The captured requests of a scope that match the filter, which is given as typed: from the newest on, or around the
 * selected one if an address leads to it and it is older than what is loaded.
 */
export function useShownRequests(
  log: RequestLog,
  filterText: string,
  selectedId: number | undefined,
): FilteredRequests {
  const [around, setAround] = useState<number>();
  const isPlain = filterText.trim() === '' && around === undefined;
  const language = useLanguage(!isPlain);
  const read = useMemo(() => {
    if (filterText.trim() === '') return noFilter;
    return language === 'failed' ? undefined : language?.readFilter(filterText);
  }, [filterText, language]);
  const { match, isRefused = false } = read ?? {};
  const source = useMemo(() => {
    if (match === '' && around === undefined && !isRefused) return new AllRequests(log);
    if (language === 'failed') return failed;
    if (match === undefined || language === undefined) return waiting;
    if (isRefused) return refused;
    return new language.RequestSearch(log, { match, around });
  }, [log, language, match, isRefused, around]);
  const shown = useSyncExternalStore(source.subscribe, source.getSnapshot);

  const [typed, setTyped] = useState(filterText);
  if (typed !== filterText) {
    setTyped(filterText);
    setAround(undefined);
  }
  const { isLoaded } = useSyncExternalStore(log.subscribe, log.getSnapshot);
  const [placed, setPlaced] = useState<number>();
  if (isLoaded && placed !== selectedId) {
    setPlaced(selectedId);
    if (selectedId !== undefined && isFarFrom(log, shown, selectedId)) setAround(selectedId);
  }
  return {
    shown,
    source,
    isFiltered: match !== '' || isRefused,
    isRefused,
    match: match ?? '',
    around,
    key: `${isRefused ? '' : match} ${around ?? ''}`,
    toNewest: useCallback(() => setAround(undefined), []),
  };
}

/** Whether a request is in neither list, and older than what the log has. */
function isFarFrom(log: RequestLog, shown: ShownSnapshot, id: number): boolean {
  if (indexOfId(shown.items, id) >= 0) return false;
  const { items, isComplete } = log.getSnapshot();
  return !isComplete && id < (items.at(-1)?.id ?? 0);
}
