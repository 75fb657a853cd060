import type { CapturedRequestSummary } from '@hookwell/client';
import type { LogSnapshot, RequestLog } from '../log/request-log.ts';

/** The captured requests that a list shows, and how far back they were looked for. */
export interface ShownSnapshot {
  /** Newest first. */
  items: readonly CapturedRequestSummary[];
  /** Whether the first of them are here. */
  isLoaded: boolean;
  /** Whether nothing older belongs to the list. */
  isComplete: boolean;
  /** Whether newer ones are stored that are not loaded yet. */
  hasNewer: boolean;
  /** Whether older ones are being looked for. */
  isSearching: boolean;
  /** The time up to which was looked back (ISO 8601), if it is known. */
  lookedBackTo: string | undefined;
  /** Why it does not go on, in a sentence. */
  problem: string | undefined;
}

export const nothingYet: ShownSnapshot = {
  items: [],
  isLoaded: false,
  isComplete: false,
  hasNewer: false,
  isSearching: true,
  lookedBackTo: undefined,
  problem: undefined,
};

export interface ShownRequests {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ShownSnapshot;
  /** Asks for so many captured requests. */
  want(count: number): void;
  /** Asks for more of the newer ones, if there are any that are not loaded. */
  wantNewer(): void;
  /** Says whether the user reads further down. Then more of the older ones are kept. */
  setAway(isAway: boolean): void;
  /** Goes on after a problem. */
  goOn(): void;
}

/** All captured requests of a log. */
export class AllRequests implements ShownRequests {
  readonly #log: RequestLog;
  readonly subscribe: (listener: () => void) => () => void;
  #source: LogSnapshot | undefined;
  #snapshot: ShownSnapshot = nothingYet;

  constructor(log: RequestLog) {
    this.#log = log;
    this.subscribe = log.subscribe;
  }

  readonly getSnapshot = (): ShownSnapshot => {
    const log = this.#log.getSnapshot();
    if (this.#source !== log) {
      this.#source = log;
      this.#snapshot = {
        items: log.items,
        isLoaded: log.isLoaded,
        isComplete: log.isComplete,
        hasNewer: false,
        isSearching: log.isLoadingOlder,
        lookedBackTo: log.items.at(-1)?.receivedAt,
        problem: log.problem,
      };
    }
    return this.#snapshot;
  };

  want(count: number): void {
    const { items, isLoaded, problem } = this.#log.getSnapshot();
    if (isLoaded && count > items.length && problem === undefined) void this.#log.loadOlder();
  }

  wantNewer(): void {}

  setAway(isAway: boolean): void {
    this.#log.setAway(isAway);
  }

  goOn(): void {
    if (this.#log.getSnapshot().isLoaded) void this.#log.loadOlder();
    else void this.#log.loadNewest();
  }
}
