import type { Endpoint, ReceivedEvent } from '@hookwell/client';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { accountLooks, feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { queryClient } from '../service/queries.ts';
import { PacedReading } from './paced-reading.ts';
import { receivedEvents } from './received-events.ts';

export interface ShownEvents {
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
export function useEvents({ id, token }: Endpoint): ShownEvents {
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
