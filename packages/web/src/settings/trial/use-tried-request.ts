import { strictContentType } from '@hookwell/bodies/content-type';
import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { useQuery } from '@tanstack/react-query';
import { openedBodyQuery } from '../../detail/body/body-query.ts';
import type { OpenedBody } from '../../detail/body/open-body.ts';
import { describeRequest } from '../../labels/describing.ts';
import { wireQuery } from '../../request/request-queries.ts';
import { queryIn } from '../../request/target.ts';
import type { TriedRequest } from './trial.ts';

/** A captured request with its body, ready for a trial. */
export function useTriedRequest(summary: CapturedRequestSummary) {
  const { id } = summary;
  return useQuery({
    queryKey: ['request', id, 'tried'],
    queryFn: async ({ client }) => {
      const wire = await client.fetchQuery(wireQuery(id));
      const body = await client.fetchQuery(openedBodyQuery(id, wire, false));
      return triedRequest(summary, wire, body);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
}

/** A captured request as the service looks at it when it arrives. Headers that begin with X- are not stored. */
function triedRequest(
  summary: CapturedRequestSummary,
  wire: CapturedRequestWire,
  { text, isPartial }: OpenedBody,
): TriedRequest {
  const { id, method, ipAddress, receivedAt, bodySize } = summary;
  const body = { text: text?.text ?? '', isWhole: !isPartial };
  // The stored event is the one that a condition saw; else it is derived, as the service does.
  const event = summary.event ?? describeRequest(summary, body).event;
  return {
    id,
    body,
    matchable: {
      method,
      path: summary.path ?? '',
      query: textOfBytes(queryIn(wire.target) ?? ''),
      headers: wire.headers,
      ipAddress,
      receivedAt: Date.parse(receivedAt),
      bodySize,
      mediaType: strictContentType(summary.contentType).mediaType,
      event,
      signature: summary.signature?.verdict,
    },
  };
}
