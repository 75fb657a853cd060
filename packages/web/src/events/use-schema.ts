import type { Endpoint, ReceivedEvent } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client } from '../service/client.ts';
import { PacedReading } from './paced-reading.ts';
import { cameOf } from './received-events.ts';

/** A schema can have a megabyte, so it is not kept long. */
const keptMs = 60_000;

/** The schema of the newest JSON bodies of an event. It is made anew as more of them come. */
export function useSchema({ token }: Endpoint, received: ReceivedEvent, limit: number) {
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
