import { useCallback, useSyncExternalStore } from 'react';
import { requestLogs } from './use-request-log.ts';

const subscribe = (listener: () => void) => requestLogs.removed.onChange(listener);

/** Whether it was deleted or cleared, in this tab or another. */
export function useIsRemoved(id: number, endpointId: number | undefined): boolean {
  const isRemoved = useCallback(() => {
    return endpointId !== undefined && requestLogs.removed.has({ id, endpointId });
  }, [id, endpointId]);
  return useSyncExternalStore(subscribe, isRemoved);
}
