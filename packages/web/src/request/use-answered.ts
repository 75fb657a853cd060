import type { CapturedRequestSummary, StreamedSummary } from '@hookwell/client';
import type { LiveClient } from '@hookwell/client/live';
import { useEffect, useSyncExternalStore } from 'react';
import { requestLogs } from '../log/use-request-log.ts';
import { loadLiveClient } from '../service/client.ts';
import { type Answered, answeredOf } from './answer-words.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** So many are read at most: others of the account may stand between them. */
const mostRead = 1_000;
/** The stream waits for requests that are gone. */
const longestMs = 5_000;

/**
 * Reads captured requests again from the live stream, which alone says whether their senders wait.
 * @returns those from one id to the other, oldest first, as far as they were told within some seconds
 */
async function readAgain(
  client: Pick<LiveClient, 'stream'>,
  first: number,
  last: number,
): Promise<StreamedSummary[]> {
  const signal = AbortSignal.timeout(longestMs);
  const found: StreamedSummary[] = [];
  try {
    for await (const request of client.stream({ view: 'summary', after: first - 1, signal })) {
      if (request.id <= last) found.push(request);
      if (request.id >= last || found.length >= mostRead) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return found;
}

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
