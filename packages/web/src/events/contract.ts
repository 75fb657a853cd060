import type { JsonSchema } from '@hookwell/client';
import { queryOptions } from '@tanstack/react-query';
import { client, queryClient } from '../service/client.ts';
import { touchEndpoint } from '../session/start.ts';
import { contractOf, pinnedFor } from './received-events.ts';

/** What is pinned for the events of an endpoint. It is read again whenever the settings are, beside which it stands. */
export function contractQuery(token: string) {
  return queryOptions({
    queryKey: ['settings', token, 'contract'],
    queryFn: ({ signal }) => client.endpoints.contract(token).get({ signal }),
    staleTime: 0,
    // Sharing with the last answer would lose what is pinned for an event named `__proto__`.
    structuralSharing: false,
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Pins a schema for an event beside those that are there, or takes away what is pinned for it.
 * @returns what was pinned before
 * @throws {HookwellError} with status 400 or 413 if the service does not take it, 404 if the endpoint is gone
 */
export async function pin(
  token: string,
  event: string,
  schema: JsonSchema | undefined,
): Promise<JsonSchema | undefined> {
  touchEndpoint(token);
  const change = () => pinAlone(token, event, schema);
  // Two at once, here or in two tabs, would read the same, and the later one would take the other away. There are no locks over plain HTTP.
  if (navigator.locks === undefined) return await change();
  return await navigator.locks.request(`hookwell.contract.${token}`, change);
}

async function pinAlone(
  token: string,
  event: string,
  schema: JsonSchema | undefined,
): Promise<JsonSchema | undefined> {
  const calls = client.endpoints.contract(token);
  const before = await calls.get();
  const wanted = contractOf(before, event, schema);
  const isNone = Object.keys(wanted.events).length === 0;
  const after = isNone ? await calls.delete().then(() => wanted) : await calls.put(wanted);
  const { queryKey } = contractQuery(token);
  // An answer under way may be from before.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, after);
  return pinnedFor(before, event);
}
