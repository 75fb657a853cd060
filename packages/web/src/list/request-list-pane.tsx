import type { CapturedRequestSummary, Endpoint } from '@hookwell/client';
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { countAbove } from '../log/newest-first.ts';
import type { LogScope } from '../log/request-log.ts';
import {
  requestLogs,
  type ShownLog,
  useHadRequests,
  useUnreadCount,
} from '../log/use-request-log.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { RefusalsLine } from '../refusals/refusals-line.tsx';
import { FilterBox, useFilterText } from '../search/filter-box.tsx';
import type { Narrow } from '../search/use-language.ts';
import type { FilteredRequests } from '../search/use-shown-requests.ts';
import { client } from '../service/client.ts';
import { IconButton, Switch } from '../ui/controls.tsx';
import { formatCount, plural } from '../ui/format.ts';
import { PauseIcon, PlayIcon } from '../ui/icons.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { announce } from '../ui/toasts.tsx';
import type { Exported } from './export-requests.ts';
import { FirstLoad, ListEnd } from './list-states.tsx';
import type { RequestAddress } from './request-address.ts';
import { setFollowing, useIsFollowing } from './use-selection.ts';

/** Loaded once there is something that it could act on. */
const loadMenu = () => import('./list-menu.tsx');
const ListMenu = lazyComponent(loadMenu, 'ListMenu');
const PausedLine = lazyComponent(loadMenu, 'PausedLine');

interface ListHeaderProps {
  /** The number of requests. */
  count: ReactNode;
  /** The endpoint of the list; missing in the list of all. */
  endpoint: Endpoint | undefined;
  isPaused: boolean;
  heldCount: number;
  /** Whether there is something to mark, to export or to clear, or was. */
  hasMenu: boolean;
  /** The requests to export; missing if there are none. */
  exported: Exported | undefined;
  children: ReactNode;
}

/** The head of the list: its filter, and the actions on all of it. */
function ListHeader(props: ListHeaderProps) {
  const { count, endpoint, isPaused, heldCount, hasMenu, exported, children } = props;
  const isFollowing = useIsFollowing();
  const toggleFollowing = () => setFollowing(!isFollowing);
  const togglePaused = () => requestLogs.setPaused(!isPaused);
  useShortcut('f', toggleFollowing, { label: 'Follow the newest', group: 'List' });
  useShortcut('p', togglePaused, { label: 'Pause', group: 'List' });
  return (
    <header className="border-b border-line bg-surface">
      <div className="flex h-11 items-center gap-1 pr-2 pl-4">
        <h2 className="font-semibold">Requests</h2>
        <span className="tabular mr-auto ml-1 truncate text-xs text-muted" data-count>
          {count}
        </span>
        <Switch
          isOn={isFollowing}
          onChange={setFollowing}
          title="Show the newest request as it comes (f)"
        >
          Follow
        </Switch>
        <IconButton
          aria-pressed={isPaused}
          label={isPaused ? 'Resume' : 'Pause'}
          onClick={togglePaused}
          shortcut="p"
        >
          {isPaused ? <PlayIcon /> : <PauseIcon />}
        </IconButton>
        {hasMenu && (
          <span className="size-8 shrink-0">
            <LazyPart>
              <ListMenu endpoint={endpoint} exported={exported} />
            </LazyPart>
          </span>
        )}
      </div>
      <div className="px-4 pb-3">{children}</div>
      {isPaused && (
        <LazyPart>
          <PausedLine heldCount={heldCount} />
        </LazyPart>
      )}
    </header>
  );
}

/** The pause between two announcements, so that other things can be heard too. */
const pauseMs = 5_000;
/** Arrivals within this time are announced together. */
const gatherMs = 300;

/** Tells screen readers the number of arrivals from time to time. */
function useArrivalAnnouncements(
  items: readonly CapturedRequestSummary[],
  resetKey: string,
  isLoaded: boolean,
): void {
  /** The newest id that was announced, the time of that, and the time of the next announcement. */
  const told = useRef({ resetKey: '', upTo: 0, at: 0, due: 0 });
  useEffect(() => {
    const newest = items[0]?.id ?? 0;
    const last = told.current;
    if (last.resetKey !== resetKey || !isLoaded) {
      told.current = { resetKey: isLoaded ? resetKey : '', upTo: newest, at: 0, due: 0 };
      return;
    }
    if (newest <= last.upTo) return;
    if (last.due === 0) last.due = Math.max(Date.now() + gatherMs, last.at + pauseMs);
    const timer = setTimeout(() => {
      told.current = { resetKey, upTo: newest, at: Date.now(), due: 0 };
      announce(plural(countAbove(items, last.upTo), 'new request'));
    }, last.due - Date.now());
    return () => clearTimeout(timer);
  }, [items, resetKey, isLoaded]);
}

const ListTotal = lazyComponent(() => import('./list-total.tsx'), 'ListTotal');
const SearchStatus = lazyComponent(() => import('../search/search-status.tsx'), 'SearchStatus');
/** Loaded with the first request to show, since a first visit has none. */
const RequestList = lazyComponent(() => import('./request-list.tsx'), 'RequestList');

interface RequestListPaneProps {
  scope: LogScope;
  endpoint: Endpoint | undefined;
  endpointNames: ReadonlyMap<number, string> | undefined;
  log: ShownLog;
  shown: FilteredRequests;
  address: RequestAddress;
  selectedId: number | undefined;
  /** Whether the selected one was the first of an empty list, and not chosen by the user. */
  isFirstArrival: boolean;
  onOpen: (id: number, isByKeyboard: boolean) => void;
  onGo: (id: number) => void;
  onNarrow: Narrow;
}

/** The list of captured requests with its head and its end. */
export function RequestListPane(props: RequestListPaneProps) {
  const { scope, endpoint, log, address, selectedId } = props;
  const { shown, source, isFiltered, isRefused, match, toNewest } = props.shown;
  const isFollowing = useIsFollowing();
  // This renders the dots of unread requests again.
  useUnreadCount(endpoint?.id);
  const hadRequests = useHadRequests(endpoint?.id);
  const resetKey = `${scope} ${props.shown.key}`;
  useArrivalAnnouncements(shown.items, resetKey, shown.isLoaded && !shown.hasNewer);
  const filterText = useFilterText(address.filter, address.chooseFilter);
  const listedIn = useMemo(
    () => ({ client, endpoint: scope === 'all' ? undefined : scope, match }),
    [scope, match],
  );
  const hasRows = shown.items.length > 0;
  useEffect(() => {
    if (!hasRows) source.setAway(false);
  }, [hasRows, source]);
  // A list without rows asks for some too: none were found yet, or all of a page are hidden.
  useEffect(() => {
    if (log.isLoaded) source.want(Math.max(30, shown.items.length));
  }, [log.isLoaded, source, shown.items.length]);
  const mustLeave = isFollowing && shown.hasNewer;
  useEffect(() => {
    if (mustLeave) toNewest();
  }, [mustLeave, toNewest]);

  const end = (
    <ListEnd
      hadRequests={hadRequests}
      isFiltered={isFiltered}
      isRefused={isRefused}
      onClearFilter={() => filterText.change('')}
      onGoOn={() => source.goOn()}
      shown={shown}
    />
  );
  return (
    <>
      <ListHeader
        count={
          log.isLoaded &&
          (log.isComplete ? (
            formatCount(log.items.length)
          ) : (
            <LazyPart>
              <ListTotal log={log} scope={scope} />
            </LazyPart>
          ))
        }
        endpoint={endpoint}
        exported={isRefused || !hasRows ? undefined : listedIn}
        hasMenu={hadRequests || scope === 'all' || log.items.length > 0}
        heldCount={log.heldCount}
        isPaused={log.isPaused}
      >
        <FilterBox
          filterText={filterText}
          openRequest={requestLogs.find(selectedId ?? shown.items[0]?.id ?? 0)}
          requests={log.items}
        />
        {isFiltered && !isRefused && (
          <LazyPart>
            <SearchStatus key={resetKey} match={props.shown.match} shown={shown} />
          </LazyPart>
        )}
      </ListHeader>
      {endpoint !== undefined && log.isLoaded && <RefusalsLine token={endpoint.token} />}
      {!hasRows ? (
        <div className="page-pane">{end}</div>
      ) : (
        <Suspense fallback={<FirstLoad />}>
          <RequestList
            around={props.shown.around}
            endpointNames={props.endpointNames}
            hrefOf={address.hrefOf}
            isFirstArrival={props.isFirstArrival}
            isFollowing={isFollowing}
            listedIn={listedIn}
            onGo={props.onGo}
            onNarrow={props.onNarrow}
            onNewest={toNewest}
            onOpen={props.onOpen}
            resetKey={resetKey}
            selectedId={selectedId}
            shown={shown}
            source={source}
            wasJustAdded={log.log.wasJustAdded}
          >
            {end}
          </RequestList>
        </Suspense>
      )}
    </>
  );
}
