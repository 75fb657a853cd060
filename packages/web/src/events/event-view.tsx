import type { BodySchema, Endpoint, JsonSchema, ReceivedEvent } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { ShownText } from '../request/shown-text.tsx';
import { client, isGone } from '../service/client.ts';
import { Button } from '../ui/controls.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatCount, formatDay, formatExactTime } from '../ui/format.ts';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { BackToEvents, EventName } from './event-list.tsx';
import { PinPanel } from './pin-panel.tsx';
import { cameOf, countWords, fileNameOf, PacedReading, samplesWords } from './received-events.ts';
import { ShapeView } from './shape-view.tsx';
import { SchemaText, writtenSchema } from './written-view.tsx';

/** What writes TypeScript is loaded when it is needed. */
const loadTypes = () => import('./types-view.tsx');
const TypesView = lazyComponent(loadTypes, 'TypesView');

type View = 'shape' | 'types' | 'schema' | 'pinned';

interface ShapeTabsProps {
  event: string | undefined;
  schema: BodySchema;
  /** What is pinned for the event; missing if nothing is. */
  pinned: JsonSchema | undefined;
}

/** The shape as a tree, and written as a program needs it. */
function ShapeTabs({ event, schema, pinned }: ShapeTabsProps) {
  const [chosen, choose] = useState<View>('shape');
  const fileName = fileNameOf(event);
  const tabs = [
    { name: 'shape' as const, label: 'Shape', content: <ShapeView schema={schema} /> },
    {
      name: 'types' as const,
      label: 'TypeScript',
      content: (
        <LazyPart>
          <TypesView event={event} fileName={`${fileName}.ts`} schema={schema} />
        </LazyPart>
      ),
    },
    {
      name: 'schema' as const,
      label: 'Schema',
      content: (
        <SchemaText fileName={`${fileName}.schema.json`} label="the JSON Schema" schema={schema} />
      ),
    },
    ...(pinned === undefined
      ? []
      : [
          {
            name: 'pinned' as const,
            label: 'Pinned',
            content: (
              <SchemaText
                fileName={`${fileName}.pinned.json`}
                label="the pinned schema"
                schema={pinned}
              />
            ),
          },
        ]),
  ];
  return (
    <Tabs
      chosen={chosen === 'pinned' && pinned === undefined ? 'shape' : chosen}
      className="border-t border-line"
      label="Ways to see the shape"
      onChoose={choose}
      panelClassName=""
      tabs={tabs}
    />
  );
}

/** A shape is made of so many requests at most. */
const mostSamples = 10_000;

interface ShapeSamplesProps {
  schema: BodySchema;
  json: number;
  isMaking: boolean;
  /** Missing if no more are looked at. */
  onMore: (() => void) | undefined;
}

/** The requests that the shape was made of, and what was left out. */
function ShapeSamples({ schema, json, isMaking, onMore }: ShapeSamplesProps) {
  const { 'x-samples': samples, 'x-left-out': leftOut = [] } = schema;
  return (
    <div className="border-t border-line px-4 py-1.5 text-xs text-muted">
      <p className="flex flex-wrap items-center gap-x-2">
        {samplesWords(samples, samples >= json && samples < mostSamples)}
        {onMore !== undefined && samples < json && (
          <Button onClick={onMore} size="small" tone="quiet">
            Look at up to {formatCount(mostSamples)}
          </Button>
        )}
        {isMaking && <span role="status">Looking …</span>}
      </p>
      {leftOut.length > 0 && (
        <>
          <p>Left out:</p>
          <ul aria-label="Left out" className="list-disc pl-4">
            {leftOut.map((what) => (
              <li className="wrap-anywhere" key={what}>
                <ShownText text={what} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** A schema can have a megabyte, so it is not kept long. */
const keptMs = 60_000;

/** The schema of the newest JSON bodies of an event. It is made anew as more of them come. */
function useSchema({ token }: Endpoint, received: ReceivedEvent, limit: number) {
  const { event = '', json } = received;
  const query = useQuery({
    queryKey: ['schema', token, event, limit],
    queryFn: ({ signal }) => client.endpoints.schema(token, { event, limit, signal }),
    enabled: json > 0,
    staleTime: 0,
    // Sharing with the last answer would lose a member named `__proto__`.
    structuralSharing: false,
    gcTime: keptMs,
    // One of fewer samples shows until that of more is here.
    placeholderData: (last) => last,
  });
  const { refetch } = query;
  const reading = useRef<PacedReading>(undefined);
  useEffect(() => {
    const paced = new PacedReading(() => refetch({ cancelRefetch: false }), 2000);
    reading.current = paced;
    return () => paced.end();
  }, [refetch]);
  const came = cameOf(received);
  const seen = useRef(came);
  useEffect(() => {
    if (seen.current === came) return;
    seen.current = came;
    reading.current?.hint();
  }, [came]);
  return query;
}

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
