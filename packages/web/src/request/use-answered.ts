import type { CapturedRequestSummary } from '@hookwell/client';
import { useEffect, useSyncExternalStore } from 'react';
import { client } from '../service/client.ts';
import { type Answered, answeredOf } from './answer-words.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** The most that a page of the service has. */
const pageSize = 1000;

/** The requests on this page whose senders wait for the answer of a listener. */
export const waitingRequests = new WaitingRequests((after, before) =>
  client.requests.page({ after, before, limit: pageSize, view: 'summary', isOneCall: true }),
);

/**
 * What a request was answered, as far as it is known now. While its sender waits for a listener, that is `waiting`.
 * `undefined` for a request that got the usual acknowledgement.
 */
export function useAnswered(request: CapturedRequestSummary): Answered | 'waiting' | undefined {
  const state = useSyncExternalStore(waitingRequests.subscribe, () =>
    waitingRequests.stateOf(request.id),
  );
  useEffect(() => waitingRequests.follow([request]), [request]);
  return state === 'waiting' ? state : answeredOf(state ?? request);
}
