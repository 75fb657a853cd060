import type { Endpoint } from '@hookwell/client';
import { Suspense, useState } from 'react';
import type { OfferedRequests } from '../detail/compare-dialog.tsx';
import { useEndpoint, useEndpointNames, useEndpoints } from '../endpoints/endpoints.ts';
import { type RequestAddress, useRequestAddress } from '../list/request-address.ts';
import { RequestListPane } from '../list/request-list-pane.tsx';
import { useFirstArrival, useReading, useSelection } from '../list/use-selection.ts';
import type { LogScope } from '../log/request-log.ts';
import { requestLogs, useHadRequests, useRequestLog } from '../log/use-request-log.ts';
import { SplitPane } from '../page/split-pane.tsx';
import { RefusalsLine } from '../refusals/refusals-line.tsx';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { type Narrow, useNarrow } from '../search/use-language.ts';
import { type FilteredRequests, useShownRequests } from '../search/use-shown-requests.ts';
import { FirstRequest } from '../teaching/first-request.tsx';
import { Button, Kbd } from '../ui/controls.tsx';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { lazyComponent } from '../ui/lazy-part.tsx';

/** Loaded with the first request that is shown, since new visitors do not need it yet. */
const RequestView = lazyComponent(() => import('../detail/request-view.tsx'), 'RequestView');

/** So many older requests are loaded at a time for a comparison. */
const morePerAsking = 100;

interface RequestsScreenProps {
  scope: LogScope;
  selectedId?: number | undefined;
}

/** The captured requests of an endpoint, or of all, beside the selected one. */
export function RequestsScreen({ scope, selectedId }: RequestsScreenProps) {
  const endpoint = useEndpoint(scope);
  const endpoints = useEndpoints();
  const log = useRequestLog(scope, endpoint?.id);
  const endpointNames = useEndpointNames(scope === 'all', log.items[0]?.endpointId);
  const address = useRequestAddress(scope, selectedId);
  const shown = useShownRequests(log.log, address.filter, selectedId);
  const { onOpen, onGo } = useSelection({ log: log.log, shown: shown.shown, address, selectedId });
  const narrow = useNarrow(address);
  useReading(selectedId, endpoint?.id, endpoint?.badgeName ?? 'All endpoints');

  const isEmpty = log.isLoaded && log.isComplete && log.items.length === 0;
  const hadRequests = useHadRequests(endpoint?.id);
  const newestId = log.items[0]?.id;
  const arrivedId = newestId !== undefined && log.log.wasJustAdded(newestId) ? newestId : undefined;
  const isFirstArrival = useFirstArrival(isEmpty, arrivedId, selectedId, address);

  return (
    <SplitPane
      detail={
        <DetailSide
          address={address}
          hadRequests={hadRequests}
          endpoint={endpoint ?? (isEmpty ? endpoints.at(-1) : undefined)}
          isEmpty={isEmpty}
          onNarrow={narrow}
          offered={offeredOf(shown, address.filter)}
          selectedId={selectedId}
        />
      }
      list={
        <RequestListPane
          address={address}
          endpoint={endpoint}
          endpointNames={endpointNames}
          isFirstArrival={isFirstArrival}
          log={log}
          onGo={onGo}
          onNarrow={narrow}
          onOpen={onOpen}
          scope={scope}
          selectedId={selectedId}
          shown={shown}
        />
      }
      shows={selectedId === undefined && (!isEmpty || hadRequests) ? 'list' : 'detail'}
    />
  );
}

/** The listed requests, as those that one of them can be compared with. */
function offeredOf({ shown, source }: FilteredRequests, filter: string): OfferedRequests {
  const { items, isComplete } = shown;
  return { items, isComplete, filter, onMore: () => source.want(items.length + morePerAsking) };
}

interface DetailSideProps {
  selectedId: number | undefined;
  /** Whether nothing was captured, so that the first request is explained. */
  isEmpty: boolean;
  /** Whether there were requests before, so that nothing needs to be explained. */
  hadRequests: boolean;
  endpoint: Endpoint | undefined;
  address: RequestAddress;
  onNarrow: Narrow;
  offered: OfferedRequests;
}

/** The side beside the list: the selected request, or a hint if none is selected. */
function DetailSide(props: DetailSideProps) {
  const { selectedId, isEmpty, hadRequests, endpoint, address, offered, onNarrow } = props;
  if (selectedId !== undefined) {
    return (
      <>
        <div className="border-b border-line bg-surface px-1 py-0.5 wide:hidden">
          <Button onClick={() => address.open(undefined)} size="small" tone="quiet">
            <ArrowLeftIcon />
            Requests
          </Button>
        </div>
        <div className="flex grow flex-col outline-offset-[-2px]" id="request-detail" tabIndex={-1}>
          <Suspense fallback={<LinesSkeleton />}>
            <RequestView
              id={selectedId}
              key={selectedId}
              offered={offered}
              onClearSearch={() => address.chooseFilter('')}
              onNarrow={onNarrow}
              onTab={address.chooseTab}
              summary={requestLogs.find(selectedId)}
              tab={address.tab}
            />
          </Suspense>
        </div>
      </>
    );
  }
  if (isEmpty && endpoint !== undefined)
    return <EmptySide endpoint={endpoint} hadRequests={hadRequests} key={String(hadRequests)} />;
  return (
    <div className="m-auto flex flex-col items-center gap-2 p-6 text-center text-muted">
      <p>Select a request to see all of it.</p>
      <p className="flex items-center gap-1.5 text-xs">
        <Kbd>j</Kbd> next <Kbd>k</Kbd> previous <Kbd>/</Kbd> search <Kbd>?</Kbd> all keys
      </p>
    </div>
  );
}

type EmptySideProps = Pick<DetailSideProps, 'hadRequests'> & { endpoint: Endpoint };

/** Explains the first request. Beside a list that was emptied, it does so when it is asked. */
function EmptySide({ endpoint, hadRequests }: EmptySideProps) {
  const [isTeaching, setTeaching] = useState(!hadRequests);
  if (isTeaching) {
    return (
      <div className="page-pane">
        {/* Where there is no room for the list beside this, its line stands here. */}
        <div className="wide:hidden">
          <RefusalsLine token={endpoint.token} />
        </div>
        <FirstRequest endpoint={endpoint} />
      </div>
    );
  }
  return (
    <div className="m-auto flex flex-col items-center gap-3 p-6 text-center">
      <h2 className="text-base font-semibold">Nothing here now</h2>
      <p className="text-muted">The next request shows as soon as it is stored.</p>
      <Button onClick={() => setTeaching(true)} size="small">
        Ways to send one
      </Button>
    </div>
  );
}
