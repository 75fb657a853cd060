import type { EventInBody, MatchableRequest } from '@hookwell/core/match';
import { eventNeedsBody, eventOf, mostCharacters } from '@hookwell/core/senders';
import { contentTypeOf } from './body.ts';
import { headerPairs, parseHeaders, queryOf, subPathOf } from './head.ts';

/** A request as it is stored, for a search. */
export interface StoredRequest {
  id: number;
  /** Milliseconds since 1970. */
  receivedAt: number;
  method: string;
  /** Path and query as sent. */
  target: string;
  /** The stored JSON text of the headers. */
  headers: string;
  ipAddress: string;
  bodySize: number;
  /** Absent if its endpoint had no settings when it arrived. */
  answered?: {
    delivery: string;
    attempt: number;
    answer: string;
    /** Absent if the endpoint verified no requests. */
    verified?: { verdict: string; event?: string };
  };
  /** Absent if no listener was asked for its answer; `answer` is absent while the sender waits. */
  listener?: { answer?: string };
  /** Absent if its endpoint had no contract. */
  contract?: { verdict: string };
}

/** The same before it is stored. */
export type UnstoredRequest = Omit<StoredRequest, 'id'> & { id?: undefined };

/**
 * A stored request as a match looks at it, without its body. This is the one place that gives a match its parts, so
 * that a match finds the same in both databases, in the worker pool, in live streams and when replies are decided.
 */
export function searchedRequest(stored: StoredRequest | UnstoredRequest): MatchableRequest {
  const { id, receivedAt, method, target, ipAddress, bodySize, answered, listener, contract } =
    stored;
  const headers = parseHeaders(stored.headers);
  const pairs = headerPairs(headers);
  const { mediaType } = contentTypeOf(headers);
  const query = queryOf(target);
  return {
    id,
    receivedAt,
    method,
    path: subPathOf(target) ?? '',
    query,
    headers: pairs,
    ipAddress,
    bodySize,
    mediaType,
    answer: listener?.answer ?? answered?.answer,
    attempt: answered?.attempt,
    delivery: answered?.delivery,
    signature: answered?.verified?.verdict,
    contract: contract?.verdict,
    /** Looked at only if a term asks for it. */
    get event() {
      const storedEvent = answered?.verified?.event;
      if (storedEvent !== undefined) return storedEvent;
      const head = { headers: pairs, mediaType, query };
      if (!eventNeedsBody(head)) return eventOf(head);
      const inBody: EventInBody = {
        mostCharacters,
        eventOf: (text, isWhole) => eventOf({ ...head, body: { text, isWhole } }),
      };
      return inBody;
    },
  };
}
