import type { CapturedRequestSummary } from '@hookwell/client';
import type { LogSnapshot, RequestLog } from '../log/request-log.ts';

/** The part of a log that a list shows, and how far it was looked for. */
export interface ShownSnapshot {
  /** Newest first. */
  items: readonly CapturedRequestSummary[];
  /** Whether there are no more of them. */
  isComplete: boolean;
  /** Whether more of them are being looked for. */
  isSearching: boolean;
  /** How many captured requests were looked at. */
  searchedCount: number;
  /** How many bodies were too large to look at, or too many. */
  skippedCount: number;
  /** So many were looked at that going on must be asked for. */
  isAtReach: boolean;
  /** Why it does not go on: a sentence. */
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
  /** So many of them are wanted. */
  want(count: number): void;
  /** Goes on after a problem, or beyond the reach. */
  goOn(): void;
}

/** All that the log has. */
export class AllRequests implements ShownRequests {
  readonly #log: RequestLog;
  readonly subscribe: (listener: () => void) => () => void;
  #of: LogSnapshot | undefined;
  #snapshot: ShownSnapshot | undefined;

  constructor(log: RequestLog) {
    this.#log = log;
    this.subscribe = log.subscribe;
  }

  readonly getSnapshot = (): ShownSnapshot => {
    const log = this.#log.getSnapshot();
    if (this.#of !== log || this.#snapshot === undefined) {
      this.#of = log;
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
