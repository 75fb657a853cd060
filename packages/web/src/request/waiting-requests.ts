import type { CapturedRequestSummary, StreamedSummary } from '@hookwell/client';
import { Listeners } from '../live/listeners.ts';

/** Reads the captured requests from one id to another as the live stream tells of them now. */
export type ReadAgain = (first: number, last: number) => Promise<readonly StreamedSummary[]>;

/** What became of a request whose sender waited for a listener, or that it still waits. */
export type WaitState = 'waiting' | CapturedRequestSummary;

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
export class WaitingRequests {
  readonly #read: ReadAgain;
  readonly #pauseMs: number;
  readonly #listeners = new Listeners<void>();
  readonly #endListeners = new Listeners<CapturedRequestSummary>();
  readonly #ends = new Map<number, CapturedRequestSummary>();
  /** Ids, and since when they are followed. */
  readonly #followed = new Map<number, number>();
  /** Those of which it is not known whether their senders wait. */
  readonly #unsure = new Set<number>();
  #waiting: ReadonlySet<number> = new Set();
  #isReading = false;

  constructor(read: ReadAgain, pauseMs = usualPauseMs) {
    this.#read = read;
    this.#pauseMs = pauseMs;
  }

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
    void this.#readAll(unsure ? 0 : this.#pauseMs);
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
      this.#take(await this.#read(Math.min(...ids), Math.max(...ids)).catch(() => []));
      for (const id of unsure) if (this.#unsure.delete(id)) this.#followed.delete(id);
      pauseMs = Math.max(this.#pauseMs, restShare * (performance.now() - beganAt));
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
