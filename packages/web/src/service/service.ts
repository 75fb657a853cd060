import type { Service } from '@hookwell/client';
import { QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from './client.ts';

/** Holds the answers of the service. It repeats no call, since the client itself does that. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
});

export const serviceQuery = queryOptions({
  queryKey: ['service'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => client.service.get({ signal }),
});

/** The service's description of itself. Suspends until it is known. */
export function useService(): Service {
  return useSuspenseQuery(serviceQuery).data;
}

/** The URL to give to the sender of a webhook. */
export function receiveUrl(service: Service, token: string): string {
  return `${service.receiveBaseUrl.replace(/\/$/, '')}/wh/${token}`;
}
