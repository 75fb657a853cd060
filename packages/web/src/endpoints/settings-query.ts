import type { EndpointSettings } from '@hookwell/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { queryClient } from '../service/queries.ts';
import { touchEndpoint } from '../session/untouched.ts';

/** The settings of an endpoint as they are stored. Another page or program may change them at any time. */
export function settingsQuery(token: string) {
  return queryOptions({
    queryKey: ['settings', token],
    queryFn: ({ signal }) => client.endpoints.settings(token).get({ signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Reads them anew.
 * @throws {HookwellError} with status 404 if the endpoint is gone
 */
export async function readSettingsAnew(token: string): Promise<EndpointSettings> {
  const query = settingsQuery(token);
  // A read under way may be from before a change of others, and would be taken for this one.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  return await queryClient.fetchQuery({ ...query, staleTime: 0 });
}

/**
 * Stores settings in place of those that are there. Empty ones leave the endpoint without any.
 * @returns the settings as they are now
 * @throws {HookwellError} with status 400 if they make no sense, 404 if the endpoint is gone
 */
export async function storeSettings(
  token: string,
  settings: EndpointSettings,
): Promise<EndpointSettings> {
  touchEndpoint(token);
  const calls = client.endpoints.settings(token);
  const isNone = Object.keys(settings).length === 0;
  const stored = isNone ? await calls.delete().then(() => ({})) : await calls.put(settings);
  const { queryKey } = settingsQuery(token);
  // An answer under way may be from before.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, stored);
  return stored;
}
