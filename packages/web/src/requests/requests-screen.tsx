import { useEndpoint, useEndpoints } from '../endpoints/endpoints.ts';
import { SplitPane } from '../shell/split-pane.tsx';
import { DetailSide } from './detail-side.tsx';
import { useRequestAddress } from './request-address.ts';
import { RequestListPane } from './request-list-pane.tsx';
import type { Scope } from './request-log.ts';
import { useEndpointNames } from './use-endpoint-names.ts';
import { useFirstArrival } from './use-first-arrival.ts';
import { useReading } from './use-reading.ts';
import { useRequestLog } from './use-request-log.ts';
import { useSelection } from './use-selection.ts';
import { useShownRequests } from './use-shown-requests.ts';

export interface RequestsScreenProps {
  scope: Scope;
  selectedId?: number | undefined;
}

/** The captured requests of an endpoint, or of all, and the one among them that is selected. */
export function RequestsScreen({ scope, selectedId }: RequestsScreenProps) {
  const endpoint = useEndpoint(scope);
  const endpoints = useEndpoints();
  const log = useRequestLog(scope);
  const endpointNames = useEndpointNames(scope === 'all', log.items[0]?.endpointId);
  const address = useRequestAddress(scope, selectedId);
  const shown = useShownRequests(log.log, address.filter);
  const { onOpen } = useSelection({ log: log.log, shown: shown.shown, address, selectedId });
  useReading(selectedId, endpoint?.id, endpoint?.badgeName ?? 'All endpoints');

  const isEmpty = log.isLoaded && log.isComplete && log.items.length === 0;
  const newestId = log.items[0]?.id;
  const arrivedId = newestId !== undefined && log.log.wasJustAdded(newestId) ? newestId : undefined;
  useFirstArrival(isEmpty, arrivedId, selectedId === undefined, address);

  return (
    <SplitPane
      detail={
        <DetailSide
          address={address}
          endpoint={endpoint ?? (isEmpty ? endpoints.at(-1) : undefined)}
          isEmpty={isEmpty}
          selectedId={selectedId}
        />
      }
      list={
        <RequestListPane
          address={address}
          endpoint={endpoint}
          endpointNames={endpointNames}
          log={log}
          onOpen={onOpen}
          scope={scope}
          selectedId={selectedId}
          shown={shown}
        />
      }
      shows={selectedId === undefined && !isEmpty ? 'list' : 'detail'}
    />
  );
}
