import { HookwellError } from '@hookwell/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

/** Called when a call was refused because the session has ended. */
let sessionEnded = (): void => {};

export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

/** Holds the answers of the service. It repeats no call, since the client itself does that. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof HookwellError && error.status === 401) sessionEnded();
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
});
