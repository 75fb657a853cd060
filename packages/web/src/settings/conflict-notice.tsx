import type { EndpointSettings } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { compareLines } from '../compare/compare-lines.ts';
import { LinesComparison } from '../compare/lines-comparison.tsx';
import { Button } from '../ui/button.tsx';
import { withoutTypedSecrets } from './draft/editing.ts';
import { settingsText } from './draft/settings-text.ts';

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
