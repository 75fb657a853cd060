import { HookwellError } from '@hookwell/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

/** Who is told that a call was refused for want of a session. */
let sessionEnded = (): void => {};

export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

/** What the page knows of the service. The client itself repeats calls that failed for a passing reason. */
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
