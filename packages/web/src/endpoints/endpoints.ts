import type { Endpoint } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { queryClient } from '../service/queries.ts';
import { endpointsKey, usePrincipal } from '../session/session.ts';
import { touchEndpoint } from '../session/untouched.ts';

export const endpointsQuery = queryOptions({
  queryKey: endpointsKey,
  queryFn: ({ signal }) => client.endpoints.list({ signal }),
});

/** What the account holds, and what its plan removed lately. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => client.requests.usage({ signal }),
});

/** The account's endpoints, oldest first. Suspends until they are known. */
export function useEndpoints(): Endpoint[] {
  // A new visitor's session begins with reading the session, so that comes first.
  usePrincipal();
  return useSuspenseQuery(endpointsQuery).data;
}

export function useEndpoint(token: string): Endpoint | undefined {
  return useEndpoints().find((endpoint) => endpoint.token === token);
}

export function useEndpointById(id: number): Endpoint | undefined {
  return useEndpoints().find((endpoint) => endpoint.id === id);
}

/** @throws {HookwellError} with status 403 if the plan allows no more */
export async function createEndpoint(): Promise<Endpoint> {
  const created = await client.endpoints.create();
  const endpoints = await readEndpointsAnew();
  return endpoints.find(({ id }) => id === created.id) ?? { ...created, badgeName: '' };
}

/** @throws {HookwellError} with status 400 if the name is not allowed, 404 if the endpoint is gone */
export async function renameEndpoint(token: string, badgeName: string): Promise<void> {
  touchEndpoint(token);
  const renamed = await client.endpoints.rename(token, badgeName);
  queryClient.setQueryData(endpointsKey, (known: Endpoint[] | undefined) =>
    known?.map((endpoint) => (endpoint.id === renamed.id ? renamed : endpoint)),
  );
}

/** Deletes an endpoint with all its captured requests. */
export async function deleteEndpoint(token: string): Promise<void> {
  await client.endpoints.delete(token);
  await readEndpointsAnew();
}

/** Deletes every endpoint with all captured requests, and gives the new one. */
export async function regenerateEndpoints(): Promise<Endpoint | undefined> {
  const created = await client.endpoints.regenerate();
  return (await readEndpointsAnew()).find(({ id }) => id === created.id);
}

async function readEndpointsAnew(): Promise<Endpoint[]> {
  // A list that is on its way may be older than the change.
  await queryClient.cancelQueries({ queryKey: endpointsKey });
  return await queryClient.fetchQuery({ ...endpointsQuery, staleTime: 0 });
}
