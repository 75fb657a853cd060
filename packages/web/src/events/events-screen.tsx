import type { Endpoint, EndpointContract, JsonSchema, ReceivedEvent } from '@hookwell/client';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useMemo } from 'react';
import { EndpointPageHead, ReadFailure, UnknownEndpoint } from '../endpoints/endpoint-page.tsx';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { accountLooks, feed } from '../live/feed.ts';
import { useTitle } from '../page/page-head.tsx';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { client, queryClient, receiveUrl, useService } from '../service/client.ts';
import { Button, textLink } from '../ui/controls.tsx';
import { CommandBox } from '../ui/copy-button.tsx';
import { BackToEvents, EventList, EventName } from './event-list.tsx';
import { EventView } from './event-view.tsx';
import { contractQuery, PinPanel } from './pin-panel.tsx';
import {
  addressOf,
  fileNameOf,
  PacedReading,
  pinnedFor,
  receivedEvents,
} from './received-events.ts';
import { SchemaText } from './written-view.tsx';

/** The events that came to an endpoint, and the shape of one of them. The address may name it. */
export function EventsScreen() {
  const { token = '' } = useParams({ strict: false });
  const endpoint = useEndpoint(token);
  if (endpoint === undefined) return <UnknownEndpoint />;
  return <Events endpoint={endpoint} key={endpoint.id} />;
}

function Events({ endpoint }: { endpoint: Endpoint }) {
  const { event: named } = useSearch({ strict: false });
  useTitle(`Events at ${endpoint.badgeName}`);
  const known = useEvents(endpoint);
  const { data: contract } = useQuery(contractQuery(endpoint.token));
  const { events, error } = known;
  const isEmpty =
    events?.length === 0 && !known.hasOlder && Object.keys(contract?.events ?? {}).length === 0;
  return (
    <div className="page-pane">
      <div className="mx-auto max-w-7xl px-4 py-4 sm:py-6">
        <EndpointPageHead endpoint={endpoint} title="Events" where="at" />
        {error !== null && <ReadFailure error={error} onRetry={known.retry} subject="The events" />}
        {events === undefined && error === null && <LinesSkeleton />}
        {isEmpty && <NoEvents endpoint={endpoint} />}
        {events !== undefined && !isEmpty && (
          <KnownEvents
            contract={contract}
            endpoint={endpoint}
            events={events}
            known={known}
            named={named}
          />
        )}
      </div>
    </div>
  );
}

interface KnownEventsProps {
  endpoint: Endpoint;
  events: readonly ReceivedEvent[];
  /** What is pinned; missing until it was read. */
  contract: EndpointContract | undefined;
  known: ShownEvents;
  /** The event in the address. */
  named: string | undefined;
}

function KnownEvents({ endpoint, events, contract, known, named }: KnownEventsProps) {
  const { token } = endpoint;
  const isNamed = named !== undefined;
  const shown =
    named ?? (events.length === 1 && events[0] ? addressOf(events[0]).event : undefined);
  const came = new Set(events.map(({ event }) => event));
  const absent = Object.keys(contract?.events ?? {}).filter((name) => !came.has(name));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div
        className={`min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto ${isNamed ? 'max-lg:hidden' : ''}`}
      >
        <EventList
          absent={absent}
          events={events}
          isPinned={(event) => pinnedFor(contract, event) !== undefined}
          open={shown}
          token={token}
        />
        <ListEnd known={known} />
      </div>
      {shown === undefined ? (
        <p className="py-8 text-center text-muted max-lg:hidden">
          Choose an event to see what its JSON looks like.
        </p>
      ) : (
        <OpenEvent
          contract={contract}
          endpoint={endpoint}
          events={events}
          key={shown}
          open={shown}
        />
      )}
    </div>
  );
}

interface OpenEventProps extends Pick<KnownEventsProps, 'endpoint' | 'events' | 'contract'> {
  /** As the address names it. */
  open: string;
}

function OpenEvent({ endpoint, events, contract, open }: OpenEventProps) {
  const received = events.find((one) => addressOf(one).event === open);
  const pinned = pinnedFor(contract, received === undefined ? open : received.event);
  if (received !== undefined)
    return <EventView endpoint={endpoint} pinned={pinned} received={received} />;
  if (pinned !== undefined) return <PinnedOnly endpoint={endpoint} event={open} pinned={pinned} />;
  return (
    <p className="py-8 text-center text-muted">
      Nothing of this event is among the requests looked at.{' '}
      <Link className={textLink} params={{ token: endpoint.token }} to="/endpoints/$token/events">
        Show all events
      </Link>
    </p>
  );
}

function ListEnd({ known }: { known: ShownEvents }) {
  if (!known.hasOlder) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 py-2 text-xs text-muted">
      <p>Older requests are not counted yet.</p>
      <Button disabled={known.isReadingOlder} onClick={known.readOlder} size="small">
        {known.isReadingOlder ? 'Counting …' : 'Count older ones'}
      </Button>
    </div>
  );
}

/** Explains what stands here once something has come. */
function NoEvents({ endpoint }: { endpoint: Endpoint }) {
  const url = receiveUrl(useService(), endpoint.token);
  const command = `curl ${url} -H 'Content-Type: application/json' -d '{"type": "invoice.paid", "amount": 1200}'`;
  return (
    <section className="rounded-xl border border-line bg-surface px-5 py-6 text-base">
      <h2 className="mb-2 text-lg font-semibold tracking-tight">What does your sender send?</h2>
      <p>
        Nothing is stored here yet. Once requests arrive, this page lists their events and shows
        what the JSON of each looks like: its members, how often each is there, and their types, to
        copy as TypeScript or JSON Schema. Let your sender send something, or try it:
      </p>
      <div className="mt-4">
        <CommandBox label="the command for an event" text={command} />
      </div>
      <p className="mt-4 text-muted">
        Pin the shape of an event, and every later request that differs from it is marked.
      </p>
    </section>
  );
}

interface PinnedOnlyProps {
  endpoint: Endpoint;
  event: string;
  pinned: JsonSchema;
}

/** An event that something is pinned for, although none of it is stored. */
function PinnedOnly({ endpoint, event, pinned }: PinnedOnlyProps) {
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

interface ShownEvents {
  /** The latest first; missing until they were read. */
  events: readonly ReceivedEvent[] | undefined;
  /** Why they could not be read last. */
  error: Error | null;
  /** Whether there are older requests that were not looked at. */
  hasOlder: boolean;
  isReadingOlder: boolean;
  readOlder: () => void;
  retry: () => void;
}

function eventsQuery(token: string) {
  return infiniteQueryOptions({
    queryKey: ['events', token],
    queryFn: ({ pageParam, signal }) =>
      client.endpoints.events(token, { before: pageParam, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next?.before,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** The events of an endpoint as they come. */
function useEvents({ id, token }: Endpoint): ShownEvents {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    eventsQuery(token),
  );
  const events = useMemo(() => data && receivedEvents(data.pages), [data]);
  useEffect(() => follow(id, token, refetch), [id, token, refetch]);
  return {
    events,
    error,
    hasOlder: hasNextPage,
    isReadingOlder: isFetchingNextPage,
    readOlder: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

type Refetch = (options: { cancelRefetch: boolean; throwOnError: boolean }) => Promise<unknown>;

/** Arrivals are hints: what came is read from the service. A hidden page reads once it is seen again. */
function follow(endpointId: number, token: string, refetch: Refetch): () => void {
  const readAnew = async (throwOnError: boolean) => {
    const options = { cancelRefetch: false, throwOnError };
    // What is being read may be from before.
    if (queryClient.isFetching({ queryKey: eventsQuery(token).queryKey }) > 0)
      await refetch(options);
    await refetch(options);
  };
  const reading = new PacedReading(() => readAnew(false));
  const stops = [
    feed.onArrivals((summaries) => {
      if (!document.hidden && summaries.some((summary) => summary.endpointId === endpointId))
        reading.hint();
    }),
    feed.onReady(() => reading.hint()),
    accountLooks.onLook(() => readAnew(true)),
  ];
  return () => {
    for (const stop of stops) stop();
    reading.end();
  };
}
