import type { Logger } from 'pino';
import { StoreUnavailable } from '../database/errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Announcements, CommittedCapture } from './announcements.ts';
import { answeredAs } from './answering.ts';
import type { AppendedCapture, NewCapture } from './captures.ts';
import { storedOf } from './group-totals.ts';
import { type SizeLimit, sizeOf } from './size-limit.ts';

/** A group has so many captures at most, and bodies of so many bytes, or one capture of any size. */
const mostGroupCaptures = 256;
const mostGroupBytes = 8 * 1024 * 1024;

/** The last of the group's ids, which have no gaps, and the account of each capture: 0 if it was not stored. */
export interface GroupAnswer {
  through: number;
  accountIds: readonly number[];
  /** The number of each capture's attempt, 0 if it has none. Absent if no capture of the group has one. */
  attempts?: readonly number[];
}

/** Stores a group in one transaction, durably, and resolves after its commit. */
export type Commit = (captures: readonly NewCapture[]) => Promise<GroupAnswer>;

/** A capture that waits for its group, and who is told of its end. */
interface WaitingCapture {
  capture: NewCapture;
  resolve: (appended: AppendedCapture | undefined) => void;
  reject: (error: Error) => void;
}

/** The captures that one committed group stored: the ids from `first` through `through`. Never empty. */
export interface StoredGroup {
  first: number;
  through: number;
  captures: readonly CommittedCapture[];
}

interface GroupCommitOptions {
  commit: Commit;
  /** Called before the callers of the group hear of it. Without a listener, the group has no captures. */
  onStored: (group: StoredGroup) => void;
  announcements: Announcements;
  limit: SizeLimit;
  log: Logger;
  metrics?: Pick<Metrics, 'groupSize' | 'commitSeconds'> | undefined;
}

/**
 * Captures are stored in the order in which they came. Those that arrive while a group commits form the next group: no timer, and
 * the more arrive the fewer flushes each of them costs.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #waiting: WaitingCapture[] = [];
  #isCommitting = false;
  #isScheduled = false;
  #failing = false;
  #idle: (() => void)[] = [];
  #closed = false;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  append(capture: NewCapture): Promise<AppendedCapture | undefined> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed'));
    return new Promise((resolve, reject) => {
      this.#options.limit.reserve(sizeOf(capture));
      this.#waiting.push({ capture, resolve, reject });
      if (this.#isScheduled) return;
      // Captures that arrive in the same turn of the event loop go into the same group.
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        this.#commitNext();
      });
    });
  }

  /** Accepts nothing more; resolves once everything accepted was answered. */
  close(): Promise<void> {
    this.#closed = true;
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#settleIdle();
    });
  }

  #commitNext(): void {
    if (!this.#isCommitting && this.#waiting.length > 0) void this.#commit(this.#takeGroup());
  }

  #takeGroup(): WaitingCapture[] {
    let bytes = 0;
    let count = 0;
    for (const { capture } of this.#waiting) {
      bytes += capture.bodySize;
      if (count > 0 && (count === mostGroupCaptures || bytes > mostGroupBytes)) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #commit(group: WaitingCapture[]): Promise<void> {
    const { commit, limit, metrics } = this.#options;
    this.#isCommitting = true;
    const startedAt = performance.now();
    let answer: GroupAnswer | undefined;
    let failure: unknown;
    try {
      answer = await commit(group.map(({ capture }) => capture));
    } catch (error) {
      failure = error;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    this.#isCommitting = false;
    // The store gets its next group before the callers of this one take their time.
    this.#commitNext();
    for (const { capture } of group) limit.released(sizeOf(capture));
    if (answer === undefined) this.#reject(group, failure);
    else {
      metrics?.commitSeconds.observe(seconds);
      metrics?.groupSize.observe(group.length);
      this.#recovered();
      this.#resolve(group, answer);
    }
    this.#settleIdle();
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
    if (this.#isCommitting || this.#waiting.length > 0) return;
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
