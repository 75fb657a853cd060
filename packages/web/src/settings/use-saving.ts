import type { EndpointSettings } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { isSameCounting, readSettings } from '@hookwell/replies';
import { useState } from 'react';
import { readSettingsAnew, storeSettings } from '../endpoints/settings-query.ts';
import { toast } from '../ui/toasts.ts';
import { isSame } from './draft/editing.ts';

export interface Saving {
  isBusy: boolean;
  /** Why the last attempt failed, in a sentence. */
  failure: string | undefined;
  /** The settings that another page or program has stored meanwhile. */
  theirs: EndpointSettings | undefined;
  /** Stores the settings. If others have changed them since `before`, nothing is stored and `theirs` is set. */
  save: (settings: EndpointSettings, before: EndpointSettings) => Promise<void>;
  /** Takes the question about `theirs` away. */
  settle: () => void;
}

/** Saves the settings of an endpoint, once at a time, and never over those of others without a question. */
export function useSaving(token: string, onStored: (stored: EndpointSettings) => void): Saving {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [theirs, setTheirs] = useState<EndpointSettings>();
  const save = async (settings: EndpointSettings, before: EndpointSettings) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const now = await readSettingsAnew(token);
      if (!isSame(now, before) && !isSame(now, settings)) {
        setTheirs(now);
        return;
      }
      onStored(await storeSettings(token, settings));
      setTheirs(undefined);
      toast({ text: savedWords(now, settings) });
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, theirs, save, settle: () => setTheirs(undefined) };
}

/** Says what counts from now on. */
function savedWords(before: EndpointSettings, settings: EndpointSettings): string {
  if (Object.keys(settings).length === 0) {
    return 'Saved. From now on every request is acknowledged with 200.';
  }
  const isCountedOn = isSameCounting(
    Object.keys(before).length === 0 ? undefined : readSettings(before),
    readSettings(settings),
  );
  return `Saved. It counts for every request that arrives from now on.${isCountedOn ? '' : ' Attempts are counted anew.'}`;
}
