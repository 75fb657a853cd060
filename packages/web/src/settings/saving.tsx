import type { EndpointSettings } from '@hookwell/client';
import { errorMessage } from '@hookwell/core/api/error-message';
import { isSameCounting, readSettings, readStoredSettings } from '@hookwell/core/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { compareLines } from '../compare/compare-lines.ts';
import { LinesComparison } from '../compare/lines-comparison.tsx';
import { readSettingsAnew, storeSettings } from '../endpoints/settings-query.ts';
import { useFeedState } from '../live/feed.ts';
import { Button } from '../ui/controls.tsx';
import { toast } from '../ui/toasts.tsx';
import { isSame, settingsText, withoutTypedSecrets } from './draft/editing.ts';
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

interface ConflictNoticeProps {
  theirs: EndpointSettings;
  mine: EndpointSettings;
  onReplace: () => void;
  onTakeTheirs: () => void;
}

/** Shows that others have changed the settings meanwhile, and asks whose are to count. */
export function ConflictNotice({ theirs, mine, onReplace, onTakeTheirs }: ConflictNoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const texts = [settingsText(theirs), settingsText(withoutTypedSecrets(mine))] as const;
  const { data } = useQuery({
    queryKey: ['settings-differences', ...texts],
    queryFn: async () => {
      const { lines, isExact } = await compareLines(...texts, { isJson: true });
      // In settings, no value is new each time.
      return { lines: lines.map((line) => ({ ...line, isVolatile: false })), isExact };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface" role="alert">
      <div className="space-y-2 bg-warn-soft px-4 py-3">
        <h2 className="font-semibold text-warn outline-none" ref={heading} tabIndex={-1}>
          Changed elsewhere in the meantime
        </h2>
        <p>
          Somebody else, or another tab, has saved other settings since these were loaded. Your
          changes are not saved yet. The saved settings are on the left, yours are on the right.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={onTakeTheirs}>Take theirs, drop mine</Button>
          <Button onClick={onReplace} tone="danger">
            Replace theirs with mine
          </Button>
        </div>
      </div>
      {data !== undefined && (
        <div className="max-h-96 overflow-auto">
          <LinesComparison compared={data} onlyChanges texts="settings" />
        </div>
      )}
    </section>
  );
}
