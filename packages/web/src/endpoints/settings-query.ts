import type { EndpointSettings } from '@hookwell/client';
import { keepsXHeaders, type XHeaderChoice } from '@hookwell/core/api/settings-names';
import { queryOptions } from '@tanstack/react-query';
import { client, queryClient } from '../service/client.ts';
import { touchEndpoint } from '../session/start.ts';
import { reporting, toast } from '../ui/toasts.tsx';

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

type XHeaders = EndpointSettings['xHeaders'];

/** The words of the settings for a choice: none where the endpoint does so anyway. */
export function sayingXHeaders(isOn: boolean, verify: unknown, unsaid: XHeaderChoice): XHeaders {
  if (keepsXHeaders({ verify }, unsaid) === isOn) return undefined;
  return isOn ? 'keep' : 'drop';
}

/** Has an endpoint keep or drop X- headers from now on, and offers to undo that. Nothing else in its settings changes. */
export const keepXHeaders = reporting(
  'Could not change the settings',
  async (token: string, isOn: boolean, unsaid: XHeaderChoice) => {
    const before = await readSettingsAnew(token);
    const chosen = sayingXHeaders(isOn, before.verify, unsaid);
    await storeSettings(token, withXHeaders(before, chosen));
    const undo = reporting('Could not undo it', async () => {
      const now = await readSettingsAnew(token);
      // Somebody has chosen anew meanwhile.
      if (now.xHeaders !== chosen) return;
      await storeSettings(token, withXHeaders(now, before.xHeaders));
    });
    toast({
      text: `X- headers of this endpoint are ${isOn ? 'kept' : 'dropped'} from now on.`,
      durationMs: 15_000,
      action: { label: 'Undo', run: undo },
    });
  },
);

function withXHeaders(
  { xHeaders: _before, ...others }: EndpointSettings,
  xHeaders: XHeaders,
): EndpointSettings {
  return { ...others, ...(xHeaders !== undefined && { xHeaders }) };
}
