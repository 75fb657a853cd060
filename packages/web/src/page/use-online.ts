import { useSyncExternalStore } from 'react';

/** Whether the device has a network, as far as the browser knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  for (const event of ['online', 'offline'] as const) {
    addEventListener(event, listener, { signal: stop.signal });
  }
  return () => stop.abort();
}
