import type { CapturedRequestSummary } from '@hookwell/client';
import type { LogSnapshot, RequestLog } from '../log/request-log.ts';

/** The captured requests that a list shows, and how far the log was searched for them. */
export interface ShownSnapshot {
  /** Newest first. */
  items: readonly CapturedRequestSummary[];
  /** Whether these are all. */
  isComplete: boolean;
  /** Whether the search for more is under way. */
  isSearching: boolean;
  /** The number of captured requests that were looked at. */
  searchedCount: number;
  /** The number of captured requests whose bodies were not looked at, being too large or too many. */
  skippedCount: number;
  /** The search has gone so far that it goes on only when the user asks for it. */
  isAtReach: boolean;
  /** Why it does not go on, in a sentence. */
  problem: string | undefined;
}

export const nothingYet: ShownSnapshot = {
  items: [],
  isComplete: false,
  isSearching: true,
  searchedCount: 0,
  skippedCount: 0,
  isAtReach: false,
  problem: undefined,
};

export interface ShownRequests {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ShownSnapshot;
  /** Asks for so many captured requests. */
  want(count: number): void;
  /** Goes on after a problem, or beyond the present reach. */
  goOn(): void;
}

/** All captured requests of a log. */
export class AllRequests implements ShownRequests {
  readonly #log: RequestLog;
  readonly subscribe: (listener: () => void) => () => void;
  #source: LogSnapshot | undefined;
  #snapshot: ShownSnapshot | undefined;

  constructor(log: RequestLog) {
    this.#log = log;
    this.subscribe = log.subscribe;
  }

  readonly getSnapshot = (): ShownSnapshot => {
    const log = this.#log.getSnapshot();
    if (this.#source !== log || this.#snapshot === undefined) {
      this.#source = log;
      this.#snapshot = {
        items: log.items,
        isComplete: log.isComplete,
        isSearching: log.isLoadingOlder,
        searchedCount: log.items.length,
        skippedCount: 0,
        isAtReach: false,
        problem: log.problem,
      };
    }
    return this.#snapshot;
  };

  want(count: number): void {
    const { items, problem } = this.#log.getSnapshot();
    if (count > items.length && problem === undefined) void this.#log.loadOlder();
  }

  goOn(): void {
    if (this.#log.getSnapshot().isLoaded) void this.#log.loadOlder();
    else void this.#log.loadNewest();
  }
}
