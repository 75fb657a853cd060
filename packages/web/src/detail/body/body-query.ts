import type { CapturedRequestWire } from '@hookwell/client';
import { queryOptions } from '@tanstack/react-query';
import { bodyStart } from '../../request/body-bytes.ts';
import { client } from '../../service/client.ts';
import { openBody } from './open-body.ts';

/** Of larger bodies, only the beginning is shown at first. */
const largestAtOnceBytes = 1024 * 1024;
const startBytes = 256 * 1024;

/** Bodies do not change. They are large, so nothing compares them, and they are dropped soon. */
export const keptAWhile = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  structuralSharing: false,
} as const;

/** All bytes of a body. */
export function wholeBodyQuery(id: number) {
  return queryOptions({
    queryKey: ['request', id, 'body', 'whole'],
    queryFn: ({ signal }) => client.requests.body(id, { signal }),
    ...keptAWhile,
  });
}

/** The beginning of a body or all of it, decoded, and its kind. */
export function openedBodyQuery(id: number, wire: CapturedRequestWire, isAllWanted: boolean) {
  const isStart = !isAllWanted && wire.bodySize > largestAtOnceBytes;
  return queryOptions({
    queryKey: ['request', id, 'body', isStart ? 'start' : 'opened'],
    queryFn: async ({ signal, client: queries }) => {
      const sent = isStart
        ? await bodyStart(id, startBytes, signal)
        : wire.bodySize === 0
          ? new Uint8Array()
          : await queries.fetchQuery(wholeBodyQuery(id));
      const decodedByService = async () => (await client.requests.get(id, { signal })).body.raw;
      return await openBody(sent, wire, isStart ? undefined : decodedByService);
    },
    ...keptAWhile,
  });
}
