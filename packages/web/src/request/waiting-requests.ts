import type { CapturedRequestSummary, RequestPage } from '@hookwell/client';
import { Listeners } from '../live/listeners.ts';
import { waitsUntilOf } from '../live/waits-until.ts';

/** Reads the captured requests between two ids, newest first. */
export type ReadBetween = (
  after: number,
  before: number,
) => Promise<Pick<RequestPage<'summary'>, 'items'>>;

/** What became of a request whose sender waited for a listener, or that it still waits. */
export type WaitState = 'waiting' | CapturedRequestSummary;

/** So many are followed at once, and so many ends are remembered, which are the newest. */
const mostFollowed = 2_000;
const mostEnds = 20_000;
/** The least pause between two readings, and the share of the time that they leave to others. */
const usualPauseMs = 1_000;
const restShare = 3;

/**
 * Follows captured requests whose senders wait for the answer of a listener. The live stream tells of each request once, when it
 * is stored, so what was answered is read from the service, in one call for all that are shown.
 */
export class WaitingRequests {
  readonly #read: ReadBetween;
  readonly #pauseMs: number;
  readonly #listeners = new Listeners<void>();
  readonly #endListeners = new Listeners<CapturedRequestSummary>();
  readonly #ends = new Map<number, CapturedRequestSummary>();
  /** Ids, and when no sender can wait any more. */
  readonly #followed = new Map<number, number>();
  #waiting: ReadonlySet<number> = new Set();
  #isReading = false;

  constructor(read: ReadBetween, pauseMs = usualPauseMs) {
    this.#read = read;
    this.#pauseMs = pauseMs;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** The listener hears of each request that was followed, once its answer is known. */
  onEnd(listener: (request: CapturedRequestSummary) => void): () => void {
    return this.#endListeners.add(listener);
  }

  /** The ids of requests whose senders wait. */
  readonly ids = (): ReadonlySet<number> => this.#waiting;

  /** `undefined` for a request of which nothing else is known than its list says. */
  stateOf(id: number): WaitState | undefined {
    return this.#ends.get(id) ?? (this.#waiting.has(id) ? 'waiting' : undefined);
  }

  /** Follows those of the requests whose senders waited when they were heard of, until their ends are known. */
  follow(requests: readonly CapturedRequestSummary[]): void {
    let hasNew = false;
    for (const request of requests) {
      const { id } = request;
      const until = waitsUntilOf(request);
      if (until === undefined || this.#followed.has(id) || this.#ends.has(id)) continue;
      this.#followed.set(id, until);
      hasNew = true;
    }
    if (!hasNew) return;
    dropOldest(this.#followed, mostFollowed);
    this.#tell();
    void this.#readAll();
  }

  async #readAll(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    let pauseMs = this.#pauseMs;
    while (this.#followed.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const beganAt = Date.now();
      const ids = [...this.#followed.keys()];
      const found = await this.#read(Math.min(...ids) - 1, Math.max(...ids) + 1).then(
        ({ items }) => items,
        () => [],
      );
      this.#take(found, beganAt);
      pauseMs = Math.max(this.#pauseMs, restShare * (Date.now() - beganAt));
    }
    this.#isReading = false;
  }

  /** The end is known once a listener has answered, or once its time was over before this was read. */
  #take(found: readonly CapturedRequestSummary[], readAt: number): void {
    for (const request of found) {
      const until = this.#followed.get(request.id);
      const isOver = until !== undefined && until < readAt;
      if (until === undefined || !(isOver || request.answeredBy !== undefined)) continue;
      this.#followed.delete(request.id);
      this.#ends.set(request.id, request);
      this.#endListeners.tell(request);
    }
    // What cannot be read by then is told by the next look at the list.
    for (const [id, until] of this.#followed) if (until < readAt) this.#followed.delete(id);
    dropOldest(this.#ends, mostEnds);
    this.#tell();
  }

  #tell(): void {
    const now = Date.now();
    const waiting = new Set(
      [...this.#followed].filter(([, until]) => until >= now).map(([id]) => id),
    );
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
