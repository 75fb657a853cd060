import type { MatchableRequest } from '@hookwell/match';
import type { CapturedRequestWire } from '../contract/types.ts';
import type { StreamedRequest } from '../contract/view.ts';
import { mediaTypeOf } from './exact-text.ts';
import { queryOf } from './query-pairs.ts';

/** A captured request as a match looks at it, without its body. Unless its event is stored, the service alone knows it. */
export function matchableRequest(
  request: StreamedRequest,
  { target, headers, bodySize }: Pick<CapturedRequestWire, 'target' | 'headers' | 'bodySize'>,
): MatchableRequest {
  const { id, method, path = '', ipAddress, receivedAt } = request;
  const { answer, attempt, delivery, signature, event, contract } = request;
  return {
    ...{ id, method, path, ipAddress, headers, bodySize },
    query: queryOf(target),
    receivedAt: Date.parse(receivedAt),
    mediaType: mediaTypeOf(headers),
    ...{ answer, attempt, delivery, event },
    ...{ signature: signature?.verdict, contract: contract?.verdict },
  };
}

/**
 * The same as far as the captured request itself tells it: of a repeated header its joined values, and of a repeated
 * query name the last value.
 */
export function matchableAsShown(request: StreamedRequest): MatchableRequest {
  const query = new URLSearchParams(request.queryParams).toString();
  return matchableRequest(request, {
    target: `?${query}`,
    headers: Object.entries(request.headers),
    bodySize: new TextEncoder().encode(request.body).length,
  });
}
