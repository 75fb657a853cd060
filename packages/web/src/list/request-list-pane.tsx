import type { Endpoint } from '@hookwell/client';
import { Suspense, useCallback, useEffect } from 'react';
import type { Scope } from '../log/request-log.ts';
import { requestLogs, type ShownLog, useUnreadCount } from '../log/use-request-log.ts';
import { FilterBox } from '../search/filter-box.tsx';
import { useFilterText } from '../search/use-filter-text.ts';
import type { FilteredRequests } from '../search/use-shown-requests.ts';
import { formatCount } from '../ui/format.ts';
import { lazyComponent } from '../ui/lazy-part.tsx';
import { useIsFollowing } from './following.ts';
import { ListHeader } from './list-header.tsx';
import { ListEnd } from './list-states.tsx';
import type { RequestAddress } from './request-address.ts';
import { useArrivalAnnouncements } from './use-arrival-announcements.ts';

/** Loaded with the first request to show, since a first visit has none. */
const RequestList = lazyComponent(() => import('./request-list.tsx'), 'RequestList');

export interface RequestListPaneProps {
  scope: Scope;
  endpoint: Endpoint | undefined;
  endpointNames: ReadonlyMap<number, string> | undefined;
  log: ShownLog;
  shown: FilteredRequests;
  address: RequestAddress;
  selectedId: number | undefined;
  onOpen: (id: number, isByKeyboard: boolean) => void;
}

/** The list of captured requests with its head and its end. */
export function RequestListPane(props: RequestListPaneProps) {
  const { scope, endpoint, log, address, selectedId } = props;
  const { shown, source, filter, isFiltered } = props.shown;
  const { log: requestLog } = log;
  const isFollowing = useIsFollowing();
  // This renders the dots of unread requests again.
  useUnreadCount(endpoint?.id);
  useArrivalAnnouncements(shown.items, `${scope} ${address.filter}`, log.isLoaded);
  const filterText = useFilterText(address.filter, address.chooseFilter);
  const wasJustAdded = useCallback((id: number) => requestLog.wasJustAdded(id), [requestLog]);
  const want = useCallback((count: number) => source.want(count), [source]);
  const setAway = useCallback(
    (isAway: boolean) => requestLog.setAway(isAway || isFiltered),
    [requestLog, isFiltered],
  );
  const hasRows = shown.items.length > 0;
  useEffect(() => {
    if (!hasRows) setAway(false);
  }, [hasRows, setAway]);
  const { isLoaded, isComplete, items } = log;
  // A list without rows asks for some too: none were found yet, or all of a page are hidden.
  useEffect(() => {
    if (isLoaded) source.want(Math.max(30, shown.items.length));
  }, [isLoaded, source, shown.items.length]);

  const end = (
    <ListEnd
      isFiltered={isFiltered}
      isLoaded={isLoaded}
      onClearFilter={() => filterText.change('')}
      onGoOn={() => source.goOn()}
      shown={shown}
    />
  );
  return (
    <>
      <ListHeader
        count={countWords(props.shown, items.length, isComplete)}
        endpoint={endpoint}
        heldCount={log.heldCount}
        isPaused={log.isPaused}
      >
        <FilterBox filterText={filterText} problems={filter.problems} requests={items} />
      </ListHeader>
      {!hasRows ? (
        <div className="min-h-0 grow overflow-y-auto">{end}</div>
      ) : (
        <Suspense>
          <RequestList
            endpointNames={props.endpointNames}
            hrefOf={address.hrefOf}
            isFollowing={isFollowing}
            isUnread={isUnread}
            items={shown.items}
            onAway={setAway}
            onOpen={props.onOpen}
            onWant={want}
            resetKey={`${scope} ${address.filter}`}
            selectedId={selectedId}
            wasJustAdded={wasJustAdded}
          >
            {end}
          </RequestList>
        </Suspense>
      )}
    </>
  );
}

const isUnread = (id: number): boolean => requestLogs.unread.has(id);

/** `12`, or `100+` if older ones are not loaded. With a filter `3 of 12`. */
function countWords(
  { shown, isFiltered }: FilteredRequests,
  loaded: number,
  isComplete: boolean,
): string {
  const all = `${formatCount(loaded)}${isComplete ? '' : '+'}`;
  if (!isFiltered) return all;
  return `${formatCount(shown.items.length)}${shown.isComplete ? '' : '+'} of ${all}`;
}
