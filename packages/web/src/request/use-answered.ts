import type { CapturedRequestSummary } from '@hookwell/client';
import { useEffect, useSyncExternalStore } from 'react';
import { requestLogs } from '../log/use-request-log.ts';
import { loadLiveClient } from '../service/client.ts';
import { type Answered, answeredOf } from './answer-words.ts';
import { readAgain } from './read-again.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** The requests on this page whose senders wait for the answer of a listener. */
export const waitingRequests = new WaitingRequests(async (first, last) =>
  readAgain(await loadLiveClient(), first, last),
);

/**
 * What a request was answered, as far as it is known now. While its sender waits for a listener, that is `waiting`.
 * `undefined` for a request that got the usual acknowledgement.
 */
export function useAnswered(request: CapturedRequestSummary): Answered | 'waiting' | undefined {
  const state = useSyncExternalStore(waitingRequests.subscribe, () =>
    waitingRequests.stateOf(request.id),
  );
  // Only the live stream says that a sender waits: a list that was searched does not.
  useEffect(() => waitingRequests.follow([requestLogs.find(request.id) ?? request]), [request]);
  return state === 'waiting' ? state : answeredOf(state ?? request);
}
