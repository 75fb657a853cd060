import type { EndpointSettings } from '@hookwell/client';
import { errorMessage } from '@hookwell/core/api/error-message';
import { isSameCounting, readSettings, readStoredSettings } from '@hookwell/core/rules';
import { useEffect, useState } from 'react';
import { readSettingsAnew, storeSettings } from '../endpoints/settings-query.ts';
import { useFeedState } from '../live/feed.ts';
import { toast } from '../ui/toasts.ts';
import { isSame } from './draft/editing.ts';
import { type Fault, withoutStop } from './draft/faults.ts';

/** Settings, and the part of them that the service refuses. */
interface RefusedSettings {
  settings: EndpointSettings;
  fault: Fault;
}

export interface Saving {
  isBusy: boolean;
  /** Why the last attempt failed, in a sentence. */
  failure: string | undefined;
  /** The fault that the service has found in the settings of the last attempt. */
  refused: RefusedSettings | undefined;
  /** The settings that another page or program has stored meanwhile. */
  theirs: EndpointSettings | undefined;
  /** Stores the settings. If others have changed them since `before`, nothing is stored and `theirs` is set. */
  save: (settings: EndpointSettings, before: EndpointSettings) => Promise<void>;
  /** Takes the question about `theirs` away, and the failure. */
  settle: () => void;
}

/** Saves the settings of an endpoint, once at a time, and never over those of others without a question. */
export function useSaving(token: string, onStored: (stored: EndpointSettings) => void): Saving {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState<RefusedSettings>();
  const [theirs, setTheirs] = useState<EndpointSettings>();
  const { kind } = useFeedState();
  useEffect(() => {
    if (kind === 'live') setFailure(undefined);
  }, [kind]);
  const save = async (settings: EndpointSettings, before: EndpointSettings) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    setRefused(undefined);
    try {
      const now = await readSettingsAnew(token);
      if (!isSame(now, before) && !isSame(now, settings)) {
        setTheirs(now);
        return;
      }
      onStored(await storeSettings(token, settings));
      setTheirs(undefined);
      toast({ text: savedWords(now, settings), isOfPage: true });
    } catch (error) {
      const sentence = errorMessage(error);
      setFailure(sentence);
      const fault = faultIn(sentence);
      if (fault !== undefined) setRefused({ settings, fault });
    } finally {
      setBusy(false);
    }
  };
  const settle = () => {
    setTheirs(undefined);
    setFailure(undefined);
  };
  return { isBusy, failure, refused, theirs, save, settle };
}

/** The service names the place before its sentence: `verify.secrets[0]: no such secret is kept`. */
function faultIn(sentence: string): Fault | undefined {
  const [, place, rest] = /^((?:replies|delivery|verify)[^\s:]*): (.+)$/s.exec(sentence) ?? [];
  return place === undefined || rest === undefined
    ? undefined
    : { place, sentence: withoutStop(rest) };
}

/** Says what counts from now on. */
function savedWords(before: EndpointSettings, settings: EndpointSettings): string {
  if (Object.keys(settings).length === 0) {
    return 'Saved. From now on every request is acknowledged with 200.';
  }
  const isCountedOn =
    Object.keys(before).length === 0 ||
    isSameCounting(readStoredSettings(before), readSettings(settings));
  return `Saved. It applies to requests that arrive from now on.${isCountedOn ? '' : ' Counting of attempts starts over.'}`;
}
