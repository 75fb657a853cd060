import type { Service } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from './client.ts';

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
