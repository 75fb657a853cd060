import type { Endpoint, JsonSchema } from '@hookwell/client';
import { useId } from 'react';
import { BackToEvents } from './back-to-events.tsx';
import { EventName } from './event-name.tsx';
import { fileNameOf } from './file-name.ts';
import { PinPanel } from './pin-panel.tsx';
import { SchemaText } from './schema-text.tsx';

interface PinnedOnlyProps {
  endpoint: Endpoint;
  event: string;
  pinned: JsonSchema;
}

/** An event that something is pinned for, although none of it is stored. */
export function PinnedOnly({ endpoint, event, pinned }: PinnedOnlyProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-xl border border-line bg-surface"
    >
      <header className="px-4 py-2.5">
        <BackToEvents token={endpoint.token} />
        <h2 className="text-base font-semibold" id={id}>
          <EventName className="line-clamp-3" event={event} />
        </h2>
        <p className="text-xs text-muted">Nothing of it is among the requests looked at.</p>
      </header>
      <PinPanel came="" endpoint={endpoint} event={event} pinned={pinned} schema={undefined} />
      <div className="border-t border-line">
        <SchemaText
          fileName={`${fileNameOf(event)}.pinned.json`}
          label="the pinned schema"
          schema={pinned}
        />
      </div>
    </section>
  );
}
