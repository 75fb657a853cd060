import type { BodySchema, Endpoint, JsonSchema, ReceivedEvent } from '@hookwell/client';
import { useId, useState } from 'react';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { isGone } from '../service/failed-call.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDay, formatExactTime } from '../ui/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { BackToEvents } from './back-to-events.tsx';
import { EventName } from './event-name.tsx';
import { countWords } from './event-words.ts';
import { PinPanel } from './pin-panel.tsx';
import { cameOf } from './received-events.ts';
import { writtenSchema } from './schema-text.tsx';
import { mostSamples, ShapeSamples } from './shape-samples.tsx';
import { loadTypes, ShapeTabs } from './shape-tabs.tsx';
import { useSchema } from './use-schema.ts';

const usualLimit = 1000;

interface EventViewProps {
  endpoint: Endpoint;
  received: ReceivedEvent;
  /** What is pinned for the event; missing if nothing is. */
  pinned: JsonSchema | undefined;
}

/** One event: what came of it, and the shape of its JSON. */
export function EventView({ endpoint, received, pinned }: EventViewProps) {
  const { event, json, firstReceivedAt, lastReceivedAt } = received;
  const id = useId();
  const [limit, setLimit] = useState(usualLimit);
  const { data: schema, error, refetch, isPlaceholderData } = useSchema(endpoint, received, limit);
  const isNone = json === 0 || (error !== null && isGone(error));
  const shown = isNone ? undefined : schema;
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-xl border border-line bg-surface"
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-1.5 px-4 py-2.5">
        <div className="min-w-0 grow basis-60">
          <BackToEvents token={endpoint.token} />
          <h2 className="text-base font-semibold" id={id}>
            <EventName className="line-clamp-3" event={event} />
          </h2>
          <p className="text-xs text-muted">
            {countWords(received)} · since{' '}
            <time dateTime={firstReceivedAt} title={formatExactTime(firstReceivedAt)}>
              {formatDay(firstReceivedAt)}
            </time>{' '}
            · last <RelativeTime at={lastReceivedAt} isSpoken />
          </p>
        </div>
        {shown !== undefined && <Copies event={event} schema={shown} />}
      </header>
      {isNone && (
        <p className="border-t border-line px-4 py-4 text-muted">
          None of these requests has a JSON body, so there is no shape to show.
        </p>
      )}
      {!isNone && error !== null && (
        <div
          className="flex flex-wrap items-center justify-between gap-2 bg-danger-soft py-1.5 pr-1.5 pl-4 text-danger"
          role="alert"
        >
          <p className="min-w-0 wrap-anywhere">The shape could not be made: {error.message}.</p>
          <Button onClick={() => void refetch()} size="small">
            Try again
          </Button>
        </div>
      )}
      {!isNone && shown === undefined && error === null && <LinesSkeleton />}
      {event !== undefined && (pinned !== undefined || shown !== undefined) && (
        <PinPanel
          came={cameOf(received)}
          endpoint={endpoint}
          event={event}
          pinned={pinned}
          schema={shown}
        />
      )}
      {shown !== undefined && (
        <>
          <ShapeSamples
            isMaking={isPlaceholderData}
            json={json}
            onMore={limit < mostSamples ? () => setLimit(mostSamples) : undefined}
            schema={shown}
          />
          <ShapeTabs event={event} pinned={pinned} schema={shown} />
        </>
      )}
    </section>
  );
}

function Copies({ event, schema }: { event: string | undefined; schema: BodySchema }) {
  return (
    <span className="flex flex-wrap gap-1">
      <CopyButton
        label="as TypeScript"
        size="small"
        text={async () => (await loadTypes()).typescriptOf(schema, event)}
        tone="plain"
      >
        TypeScript
      </CopyButton>
      <CopyButton
        label="as JSON Schema"
        size="small"
        text={() => writtenSchema(schema)}
        tone="plain"
      >
        JSON Schema
      </CopyButton>
    </span>
  );
}
