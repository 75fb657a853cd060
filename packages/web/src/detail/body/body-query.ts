import type { CapturedRequestWire } from '@hookwell/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../service/client.ts';
import { bodyStart } from './body-start.ts';
import { openBody } from './open-body.ts';

/** Larger bodies are shown in part at first (bytes). */
export const largestAtOnce = 2 ** 20;
const startSize = 256 * 1024;

/** The bytes of a body, all of them. */
export function wholeBodyQuery(id: number) {
  return queryOptions({
    queryKey: ['request', id, 'body', 'whole'],
    queryFn: ({ signal }) => client.requests.body(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
}

/** A body as it is shown: its beginning or all of it, decoded, and what it is. */
export function openedBodyQuery(id: number, wire: CapturedRequestWire, isAllWanted: boolean) {
  const isStart = !isAllWanted && wire.bodySize > largestAtOnce;
  return queryOptions({
    queryKey: ['request', id, 'body', isStart ? 'start' : 'opened'],
    queryFn: async ({ signal, client: queries }) => {
      const sent = isStart
        ? await bodyStart(id, startSize, signal)
        : wire.bodySize === 0
          ? new Uint8Array()
          : await queries.fetchQuery(wholeBodyQuery(id));
      const decodedByService = async () => (await client.requests.get(id, { signal })).body.raw;
      return await openBody(sent, wire, isStart ? undefined : decodedByService);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
}
