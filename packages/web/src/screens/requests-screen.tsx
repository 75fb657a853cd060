import type { OfferedRequests } from '../detail/compare-choices.ts';
import { useEndpoint, useEndpoints } from '../endpoints/endpoints.ts';
import { useEndpointNames } from '../endpoints/use-endpoint-names.ts';
import { useRequestAddress } from '../list/request-address.ts';
import { RequestListPane } from '../list/request-list-pane.tsx';
import { useFirstArrival } from '../list/use-first-arrival.ts';
import { useReading } from '../list/use-reading.ts';
import { useSelection } from '../list/use-selection.ts';
import type { Scope } from '../log/request-log.ts';
import { useHadRequests, useRequestLog } from '../log/use-request-log.ts';
import { SplitPane } from '../page/split-pane.tsx';
import { useNarrow } from '../search/use-narrow.ts';
import { type FilteredRequests, useShownRequests } from '../search/use-shown-requests.ts';
import { DetailSide } from './detail-side.tsx';

/** So many older requests are loaded at a time for a comparison. */
const morePerAsking = 100;

export interface RequestsScreenProps {
  scope: Scope;
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
