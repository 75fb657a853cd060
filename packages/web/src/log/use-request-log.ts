import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { accountLooks, feed } from '../live/feed.ts';
import { ofAccount } from '../page/this-page.ts';
import { client } from '../service/client.ts';
import { onEndpointsCame } from '../session/other-tabs.ts';
import { hasEndpoint } from '../session/session.ts';
import { type Removal, undoables } from './removed-requests.ts';
import type { LogScope, LogSnapshot, RequestLog } from './request-log.ts';
import { RequestLogs } from './request-logs.ts';
import { UnreadKeeper } from './unread-requests.ts';

export const requestLogs = new RequestLogs(client, feed, hasEndpoint);
export const unreadKeeper = new UnreadKeeper(requestLogs.unread);
feed.onRestart(() => unreadKeeper.close());
accountLooks.onLook(() => requestLogs.lookAgain());
onEndpointsCame(() => requestLogs.takeIn(undoables.get().flatMap(({ removals }) => removals)));

/** The tabs of the account in this browser hide what one of them has removed, and show it again if that one undoes it. */
const tabs = new BroadcastChannel(`hookwell.removals${ofAccount}`);
tabs.onmessage = ({ data }) => showOrHide(data);

interface Showing {
  removal: Removal;
  isShown: boolean;
}

/** Hides what a removal concerns, or shows it again, in every tab of this browser. */
export function showInAllTabs(showing: Showing): void {
  showOrHide(showing);
  tabs.postMessage(showing);
}

function showOrHide({ removal, isShown }: Showing): void {
  if (isShown) requestLogs.removed.restore(removal);
  else requestLogs.removed.add(removal);
}

export interface ShownLog extends LogSnapshot {
  log: RequestLog;
}

/** The captured requests of the scope as they come and go. */
export function useRequestLog(scope: LogScope, endpointId: number | undefined): ShownLog {
  const log = useMemo(() => requestLogs.of(scope, endpointId), [scope, endpointId]);
  const snapshot = useSyncExternalStore(log.subscribe, log.getSnapshot);
  return { ...snapshot, log };
}

/** The number of unread captured requests. Renders again with every change of them. */
export function useUnreadCount(endpointId: number | undefined): number {
  useSyncExternalStore(requestLogs.unread.subscribe, requestLogs.unread.getVersion);
  return requestLogs.unread.count(endpointId);
}

/** Whether the list had requests before, so that an empty one needs no explanation. */
export function useHadRequests(endpointId: number | undefined): boolean {
  useSyncExternalStore(requestLogs.unread.subscribe, requestLogs.unread.getVersion);
  return requestLogs.unread.hasSeen(endpointId);
}

const subscribeToRemovals = (listener: () => void) => requestLogs.removed.onChange(listener);

/** Whether the captured request was deleted or cleared, on this page or, as far as lists were looked at again, elsewhere. */
export function useIsRemoved(id: number, endpointId: number | undefined): boolean {
  const isRemoved = useCallback(() => {
    return endpointId !== undefined && requestLogs.removed.has({ id, endpointId });
  }, [id, endpointId]);
  return useSyncExternalStore(subscribeToRemovals, isRemoved);
}

/** Hides all that deleted endpoints captured, in every list. */
export function forgetEndpoints(endpoints: readonly { id: number }[]): void {
  for (const { id: endpointId } of endpoints) {
    requestLogs.removed.add({ kind: 'cleared', endpointId, upTo: Number.POSITIVE_INFINITY });
  }
}
