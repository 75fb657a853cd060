import type { Logger } from 'pino';
import { StoreUnavailable } from '../database/errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Announcements, CommittedCapture } from './announcements.ts';
import { answeredAs } from './answering.ts';
import type { AppendedCapture, NewCapture } from './captures.ts';
import {
  type Commit,
  CommitLane,
  type CommitLaneOptions,
  type GroupAnswer,
} from './commit-lane.ts';
import { storedOf } from './endpoint-totals.ts';
import type { WaitingCapture } from './party-turns.ts';
import { type SizeLimit, sizeOf } from './size-limit.ts';

/** So many captures are worth a group beside one that is on its way. */
const worthAnotherGroup = 16;
/** Small captures that wait hold up one of another endpoint by so many bytes at most: about one group. */
export const mostBytesInOrder = 2 * 1024 * 1024;
/** Two at once stored no more than one, and the median of small ones beside them was twice as long. */
const largeLane = { groupsInFlight: 1, worthAnotherGroup: 1, mostBytesInOrder: 0 };
/** Large captures wait so long in favour of small ones, at most and each time. */
const longestRestSeconds = 1;

type Lane = Pick<
  CommitLaneOptions,
  'commit' | 'groupsInFlight' | 'worthAnotherGroup' | 'mostBytesInOrder' | 'restAfter'
>;

/** A capture with a larger body is a large one: the others do not share a transaction with it. */
export const largestSmallBodyBytes = 256 * 1024;

/** The captures that one committed group stored: the ids from `first` through `through`. Never empty. */
export interface StoredGroup {
  first: number;
  through: number;
  captures: readonly CommittedCapture[];
}

interface GroupCommitOptions {
  /** The groups of small captures that the store has at a time. */
  groupsInFlight: number;
  /** Stores small captures. Of groups that were sent in turn, the first gets the lower ids unless it was tried again. */
  commit: Commit;
  /**
   * Stores large captures. If small ones came meanwhile, the store is then left to these for `rest` times as long
   * as that took.
   */
  large: { commit: Commit; rest: number };
  /** Called before the callers of the group hear of it. Without a listener, the group has no captures. */
  onStored: (group: StoredGroup) => void;
  announcements: Announcements;
  limit: SizeLimit;
  log: Logger;
  metrics?: Pick<Metrics, 'groupSize' | 'commitSeconds'> | undefined;
}

/**
 * Captures that arrive while a group commits form the next group: no timer, unless other nodes store captures, too
 * (see `FullerGroups`), and the more arrive the fewer flushes each of them costs. Large ones have groups of their
 * own, so that small ones need not wait for them.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #small: CommitLane;
  readonly #large: CommitLane;
  #smallOnes = 0;
  #failing = false;
  #idle: (() => void)[] = [];
  #closed = false;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#small = this.#lane({
      commit: options.commit,
      groupsInFlight: options.groupsInFlight,
      worthAnotherGroup,
      mostBytesInOrder,
    });
    const { commit, rest } = options.large;
    this.#large = this.#lane({
      commit,
      ...largeLane,
      restAfter: (seconds) =>
        this.#othersCame() ? Math.min(rest * seconds, longestRestSeconds) : 0,
    });
  }

  /** Whether small captures came since the last call. Never in a store that closes: there nothing has to wait. */
  #othersCame(): boolean {
    const came = this.#smallOnes > 0 && !this.#closed;
    this.#smallOnes = 0;
    return came;
  }

  #lane(lane: Lane): CommitLane {
    return new CommitLane({
      ...lane,
      onCommitted: (group, answer, seconds) => {
        this.#release(group);
        this.#options.metrics?.commitSeconds.observe(seconds);
        this.#options.metrics?.groupSize.observe(group.length);
        this.#recovered();
        this.#resolve(group, answer);
        this.#settleIdle();
      },
      onFailed: (group, error) => {
        this.#release(group);
        this.#reject(group, error);
        this.#settleIdle();
      },
    });
  }

  append(capture: NewCapture): Promise<AppendedCapture | undefined> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed'));
    return new Promise((resolve, reject) => {
      this.#options.limit.reserve(sizeOf(capture));
      const isLarge = capture.bodySize > largestSmallBodyBytes;
      if (!isLarge) this.#smallOnes++;
      (isLarge ? this.#large : this.#small).add({ capture, resolve, reject });
    });
  }

  /** Accepts nothing more; resolves once everything accepted was answered. */
  close(): Promise<void> {
    this.#closed = true;
    this.#large.hurry();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#settleIdle();
    });
  }

  #release(group: WaitingCapture[]): void {
    for (const { capture } of group) this.#options.limit.released(sizeOf(capture));
  }

  /** Listeners first, then the callers, in one turn. */
  #resolve(group: WaitingCapture[], answer: GroupAnswer): void {
    const { through, accountIds } = answer;
    const stored = storedOf(accountIds);
    let id = through - stored;
    const appended = accountIds.map((accountId, index) => {
      if (accountId === 0) return undefined;
      const attempt = answer.attempts?.[index] ?? 0;
      return attempt === 0 ? { id: ++id } : { id: ++id, attempt };
    });
    if (stored > 0) {
      this.#tell(group, appended, accountIds, { first: through - stored + 1, through });
    }
    for (let index = 0; index < group.length; index += 1) group[index]?.resolve(appended[index]);
  }

  #tell(
    group: WaitingCapture[],
    appended: readonly (AppendedCapture | undefined)[],
    accountIds: readonly number[],
    range: Pick<StoredGroup, 'first' | 'through'>,
  ): void {
    const captures: CommittedCapture[] = [];
    if (this.#options.announcements.anybodyListens) {
      for (let index = 0; index < group.length; index += 1) {
        const capture = group[index]?.capture;
        const stored = appended[index];
        const accountId = accountIds[index];
        if (capture !== undefined && stored !== undefined && accountId !== undefined) {
          captures.push(committed(capture, stored, accountId));
        }
      }
    }
    this.#options.onStored({ ...range, captures });
    this.#options.announcements.stored(captures);
  }

  #reject(group: WaitingCapture[], error: unknown): void {
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
    if (!this.#small.isIdle || !this.#large.isIdle) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

function committed(
  capture: NewCapture,
  { id, attempt }: AppendedCapture,
  accountId: number,
): CommittedCapture {
  const stored: CommittedCapture = { id, accountId, capture };
  const { answering, wait, contract } = capture;
  if (answering !== undefined && attempt !== undefined)
    stored.answered = answeredAs(answering, attempt);
  if (wait !== undefined) stored.listener = { waitsUntil: wait.until };
  if (contract !== undefined) stored.contract = contract;
  return stored;
}
