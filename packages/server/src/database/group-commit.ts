import type { Logger } from 'pino';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Announcements } from './announcements.ts';
import type { CommittedCapture, NewCapture } from './capture-log.ts';
import { type SizeLimit, sizeOf } from './size-limit.ts';
import { StoreUnavailable } from './store.ts';

/** The store has the second in its hands once it is done with the first: a tenth more than with one, over HTTP. */
const MOST_GROUPS_IN_FLIGHT = 2;
const MOST_CAPTURES = 256;
const MOST_BYTES = 8 * 1024 * 1024;
/** A second group is sent while one commits only once this many captures wait: a commit costs a flush. */
const WORTH_A_SECOND_GROUP = 16;

/** The last of the group's ids, which have no gaps, and each capture's account: 0 where it was not stored. */
export interface GroupAnswer {
  through: number;
  accountIds: readonly number[];
}

/** What one committed group stored: the ids from `first` through `through`. Never empty. */
export interface StoredGroup {
  first: number;
  through: number;
  captures: readonly CommittedCapture[];
}

interface Waiting {
  capture: NewCapture;
  resolve: (id: number | undefined) => void;
  reject: (error: Error) => void;
}

interface GroupCommitOptions {
  /** Stores a group in one transaction, durably, and resolves after its commit. Groups take turns in their order. */
  commit: (captures: readonly NewCapture[]) => Promise<GroupAnswer>;
  /** Called before the group's callers hear of it, where anybody listens. */
  onStored: (group: StoredGroup) => void;
  announcements: Announcements;
  limit: SizeLimit;
  log: Logger;
  metrics?: Pick<Metrics, 'groupSize' | 'commitSeconds'> | undefined;
}

/**
 * Captures that arrive while a group commits form the next group: no timer, and the more arrive the
 * fewer flushes each of them costs.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #waiting: Waiting[] = [];
  #inFlight = 0;
  #flushScheduled = false;
  #failing = false;
  #idle: (() => void)[] = [];
  #closed = false;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  append(capture: NewCapture): Promise<number | undefined> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed'));
    return new Promise((resolve, reject) => {
      this.#options.limit.reserve(sizeOf(capture));
      this.#waiting.push({ capture, resolve, reject });
      if (this.#flushScheduled) return;
      // What arrives in the same turn of the event loop goes into the same group.
      this.#flushScheduled = true;
      setImmediate(() => {
        this.#flushScheduled = false;
        this.#flush();
      });
    });
  }

  /** Takes nothing more; resolves once everything accepted was answered. */
  close(): Promise<void> {
    this.#closed = true;
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#settleIdle();
    });
  }

  #flush(): void {
    while (this.#waiting.length > 0 && this.#inFlight < MOST_GROUPS_IN_FLIGHT) {
      if (this.#inFlight > 0 && this.#waiting.length < WORTH_A_SECOND_GROUP) return;
      void this.#send(this.#nextGroup());
    }
  }

  #nextGroup(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { capture } of this.#waiting) {
      bytes += capture.bodySize;
      if (count > 0 && (count === MOST_CAPTURES || bytes > MOST_BYTES)) break;
      count++;
    }
    if (count === this.#waiting.length) {
      const group = this.#waiting;
      this.#waiting = [];
      return group;
    }
    return this.#waiting.splice(0, count);
  }

  async #send(group: Waiting[]): Promise<void> {
    this.#inFlight++;
    const startedAt = performance.now();
    let answer: GroupAnswer | undefined;
    let failure: unknown;
    try {
      answer = await this.#options.commit(group.map(({ capture }) => capture));
    } catch (error) {
      failure = error;
    }
    this.#inFlight--;
    for (const { capture } of group) this.#options.limit.released(sizeOf(capture));
    // The store is to have its next group before this one's callers take their time.
    this.#flush();
    if (answer === undefined) {
      this.#reject(group, failure);
    } else {
      this.#options.metrics?.commitSeconds.observe((performance.now() - startedAt) / 1000);
      this.#options.metrics?.groupSize.observe(group.length);
      this.#recovered();
      this.#resolve(group, answer);
    }
    this.#settleIdle();
  }

  /** Listeners first, then the callers, in one turn. */
  #resolve(group: Waiting[], { through, accountIds }: GroupAnswer): void {
    const stored = accountIds.reduce((count, accountId) => count + (accountId === 0 ? 0 : 1), 0);
    let id = through - stored;
    const ids = accountIds.map((accountId) => (accountId === 0 ? undefined : ++id));
    if (stored > 0) this.#tell(group, ids, accountIds, { first: through - stored + 1, through });
    for (const [index, { resolve }] of group.entries()) resolve(ids[index]);
  }

  #tell(
    group: Waiting[],
    ids: readonly (number | undefined)[],
    accountIds: readonly number[],
    range: Pick<StoredGroup, 'first' | 'through'>,
  ): void {
    const captures: CommittedCapture[] = [];
    if (this.#options.announcements.anybodyListens) {
      for (const [index, { capture }] of group.entries()) {
        const [id, accountId] = [ids[index], accountIds[index]];
        if (id !== undefined && accountId !== undefined) captures.push({ id, accountId, capture });
      }
    }
    this.#options.onStored({ ...range, captures });
    this.#options.announcements.stored(captures);
  }

  #reject(group: Waiting[], error: unknown): void {
    const cause = error instanceof Error ? error : new Error(String(error));
    if (!this.#failing) {
      this.#failing = true;
      this.#options.log.error({ err: cause }, 'Captures cannot be stored');
    }
    const unavailable =
      cause instanceof StoreUnavailable ? cause : new StoreUnavailable(cause.message, { cause });
    for (const { reject } of group) reject(unavailable);
  }

  #recovered(): void {
    if (!this.#failing) return;
    this.#failing = false;
    this.#options.log.info('Captures can be stored again');
  }

  #settleIdle(): void {
    if (this.#waiting.length > 0 || this.#inFlight > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
