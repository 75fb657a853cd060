import type { EndpointSettings } from '@hookwell/client';
import { keepsXHeaders, type XHeaderChoice } from '@hookwell/core/api/settings-names';
import { reporting, toast } from '../ui/toasts.tsx';
import { readSettingsAnew, storeSettings } from './settings-query.ts';

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
