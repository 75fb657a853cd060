import { QueryClient } from '@tanstack/react-query';

/** Holds the answers of the service. It repeats no call, since the client itself does that. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
});
