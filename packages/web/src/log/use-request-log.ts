import type { CapturedRequestSummary } from '@hookwell/client';
import { useMemo, useSyncExternalStore } from 'react';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import type { LogSnapshot, RequestLog, Scope } from './request-log.ts';
import { RequestLogs } from './request-logs.ts';

export const requestLogs = new RequestLogs(client, feed);

/** What is known of a captured request, if a list has it. */
export function findSummary(id: number): CapturedRequestSummary | undefined {
  return requestLogs.find(id);
}

export interface ShownLog extends LogSnapshot {
  log: RequestLog;
}

/** The captured requests of the scope, as they come and go. */
export function useRequestLog(scope: Scope): ShownLog {
  const endpointId = useEndpoint(scope)?.id;
  const log = useMemo(() => requestLogs.of(scope, endpointId), [scope, endpointId]);
  const snapshot = useSyncExternalStore(log.subscribe, log.getSnapshot);
  return { ...snapshot, log };
}

/** How many of the scope were not looked at yet; renders again with every change of them. */
export function useUnreadCount(endpointId: number | undefined): number {
  useSyncExternalStore(requestLogs.unread.subscribe, requestLogs.unread.getVersion);
  return requestLogs.unread.count(endpointId);
}

/** Whether arrivals are held back in this tab. */
export function useIsPaused(): boolean {
  return useSyncExternalStore(requestLogs.onPause, requestLogs.getPaused);
}
