import type { Endpoint } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { readSetting, writeSetting } from '../page/this-page.ts';
import { client, queryClient } from '../service/client.ts';
import { endpointsKey, usePrincipal } from '../session/session.ts';
import { touchEndpoint } from '../session/start.ts';

const endpointsQuery = queryOptions({
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

/**
 * The names of the endpoints by their ids, for the list of all of them.
 * @param seenId the endpoint of a captured request. If it is unknown, another program has just made it.
 */
export function useEndpointNames(
  isForAll: boolean,
  seenId: number | undefined,
): ReadonlyMap<number, string> | undefined {
  const endpoints = useEndpoints();
  const names = useMemo(
    () => (isForAll ? new Map(endpoints.map((one) => [one.id, one.badgeName])) : undefined),
    [isForAll, endpoints],
  );
  const asked = useRef<number>(undefined);
  const unknownId = seenId !== undefined && names?.has(seenId) === false ? seenId : undefined;
  useEffect(() => {
    if (unknownId === undefined || asked.current === unknownId) return;
    asked.current = unknownId;
    void queryClient.invalidateQueries(endpointsQuery);
  }, [unknownId]);
  return names;
}

/** The last endpoints of so many accounts are kept in this browser. */
const mostAccounts = 20;

/** The token of the endpoint that an account looked at last in this browser. */
export function lastEndpoint(accountId: number): string | undefined {
  return remembered().get(accountId);
}

export function rememberEndpoint(accountId: number, token: string): void {
  const known = remembered();
  // The latest stands last.
  known.delete(accountId);
  known.set(accountId, token);
  const kept = [...known].slice(-mostAccounts).map(([id, kept]) => `${id}:${kept}`);
  writeSetting('endpoints', kept.join(' '));
}

/** The endpoints remembered per account. Anything else that was written there is left out. */
function remembered(): Map<number, string> {
  const pairs = (readSetting('endpoints') ?? '').matchAll(/(\d{1,15}):([a-z0-9]+)/g);
  return new Map(pairs.map(([, id = '', token = '']) => [Number(id), token]));
}
