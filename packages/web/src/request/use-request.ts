import type { CapturedRequestSummary, StreamedSummary } from '@hookwell/client';
import { beingLookedInto } from '@hookwell/core/api/sentences';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { accountLooks } from '../live/feed.ts';
import { Subscribers } from '../live/listeners.ts';
import { requestLogs } from '../log/use-request-log.ts';
import { isGone, loadLiveClient, queryClient } from '../service/client.ts';
import { type Answered, answeredOf } from './badges.tsx';
import { summaryQuery, wireQuery } from './request-queries.ts';

/** A summary whose signature is being looked into is read again after so long, until that is over. */
const againMs = 2000;

/** Whether the service still looks for the cause of a failed signature, which it tells within 15 seconds. */
export function isLookedInto(summary: Pick<CapturedRequestSummary, 'signature'>): boolean {
  return summary.signature?.reason?.endsWith(beingLookedInto) === true;
}

/**
 * Loads a captured request, and looks whether it is still stored whenever something may have been changed elsewhere.
 * @param listed the summary, if a list has it already
 */
export function useRequest(id: number, listed: CapturedRequestSummary | undefined) {
  const isListed = listed !== undefined && !isLookedInto(listed);
  const asked = useQuery({
    ...summaryQuery(id),
    enabled: !isListed,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isLookedInto(data) ? againMs : false,
  });
  const wire = useQuery(wireQuery(id));
  useEffect(() => {
    const again = { ...summaryQuery(id), staleTime: 0 };
    return accountLooks.onLook(() => queryClient.fetchQuery(again));
  }, [id]);
  const summary = isListed ? listed : (asked.data ?? listed);
  const isKnown = summary !== undefined && !isGone(asked.error);
  return {
    summary,
    wire: wire.data,
    error: wire.error ?? (isKnown ? null : asked.error),
    retry: () => {
      if (wire.isError) void wire.refetch();
      if (asked.isError) void asked.refetch();
    },
  };
}

/** What became of a request whose sender waited for a listener, or that it still waits. */
type WaitState = 'waiting' | CapturedRequestSummary;

/** So many are followed at once, and so many ends are remembered, which are the newest. */
const mostFollowed = 2_000;
const mostEnds = 20_000;
/** The least pause between two readings, and the share of the time that they leave to others. */
const usualPauseMs = 2_000;
const restShare = 3;
/** Senders wait at most 25 seconds. Of what could not be read by then, the next look at the list tells. */
const longestMs = 60_000;

/**
 * Follows captured requests whose senders wait for the answer of a listener. The live stream tells of each request once, when it
 * is stored, so that part of it is read again, in one call for all that are shown, until no sender waits any more.
 */
class AwaitedAnswers {
  readonly #listeners = new Subscribers<void>();
  readonly #endListeners = new Subscribers<CapturedRequestSummary>();
  readonly #ends = new Map<number, CapturedRequestSummary>();
  /** Ids, and since when they are followed. */
  readonly #followed = new Map<number, number>();
  /** Those of which it is not known whether their senders wait. */
  readonly #unsure = new Set<number>();
  #waiting: ReadonlySet<number> = new Set();
  #isReading = false;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** The listener hears of each request that was followed, once its sender waits no more. */
  onEnd(listener: (request: CapturedRequestSummary) => void): () => void {
    return this.#endListeners.add(listener);
  }

  /** The ids of requests whose senders wait. */
  readonly ids = (): ReadonlySet<number> => this.#waiting;

  /** `undefined` for a request of which nothing else is known than its list says. */
  stateOf(id: number): WaitState | undefined {
    return this.#ends.get(id) ?? (this.#waiting.has(id) ? 'waiting' : undefined);
  }

  /** Follows those of the requests whose senders waited when they were heard of, until they wait no more. */
  follow(requests: readonly Pick<StreamedSummary, 'id' | 'waiting'>[]): void {
    this.#add(requests.filter(({ waiting }) => waiting).map(({ id }) => id));
  }

  /** Asks once whether the senders of these wait: lists of the service do not say so. */
  ask(ids: readonly number[]): void {
    this.#add(ids, this.#unsure);
  }

  #add(ids: readonly number[], unsure?: Set<number>): void {
    const unknown = ids.filter((id) => !this.#followed.has(id) && !this.#ends.has(id));
    if (unknown.length === 0) return;
    for (const id of unknown) {
      unsure?.add(id);
      this.#followed.set(id, performance.now());
    }
    dropOldest(this.#followed, mostFollowed);
    this.#tell();
    void this.#readAll(unsure ? 0 : usualPauseMs);
  }

  async #readAll(firstPauseMs: number): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    let pauseMs = firstPauseMs;
    while (this.#followed.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const beganAt = performance.now();
      const ids = [...this.#followed.keys()];
      const unsure = [...this.#unsure];
      this.#take(await readAgain(Math.min(...ids), Math.max(...ids)).catch(() => []));
      for (const id of unsure) if (this.#unsure.delete(id)) this.#followed.delete(id);
      pauseMs = Math.max(usualPauseMs, restShare * (performance.now() - beganAt));
    }
    this.#isReading = false;
  }

  #take(found: readonly StreamedSummary[]): void {
    for (const request of found) {
      this.#unsure.delete(request.id);
      if (request.waiting || !this.#followed.delete(request.id)) continue;
      this.#ends.set(request.id, request);
      this.#endListeners.tell(request);
    }
    dropOldest(this.#ends, mostEnds);
    const earliest = performance.now() - longestMs;
    for (const [id, since] of this.#followed) if (since < earliest) this.#followed.delete(id);
    this.#tell();
  }

  #tell(): void {
    const waiting = new Set(this.#followed.keys()).difference(this.#unsure);
    if (waiting.symmetricDifference(this.#waiting).size > 0) this.#waiting = waiting;
    this.#listeners.tell();
  }
}

function dropOldest(entries: Map<number, unknown>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) break;
    entries.delete(key);
  }
}

/** So many are read at most: others of the account may stand between them. */
const mostRead = 1_000;
/** The stream waits for requests that are gone. */
const readTimeoutMs = 5_000;

/**
 * Reads captured requests again from the live stream, which alone says whether their senders wait.
 * @returns those from one id to the other, oldest first, as far as they were told within some seconds
 */
async function readAgain(first: number, last: number): Promise<StreamedSummary[]> {
  const client = await loadLiveClient();
  const signal = AbortSignal.timeout(readTimeoutMs);
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
export const waitingRequests = new AwaitedAnswers();

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
