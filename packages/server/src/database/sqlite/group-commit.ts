import type { Logger } from 'pino';
import type { Metrics } from '../../monitoring/metrics.ts';
import type { CommittedCapture, CommittedGroup, NewCapture } from '../capture-log.ts';
import { StoreUnavailable } from '../store.ts';
import { packGroup } from './append-group.ts';
import { unpackCaptures } from './captured-rows.ts';
import type { GroupAnswer } from './messages.ts';
import type { SizeLimit } from './size-limit.ts';
import type { ThreadClient } from './thread-client.ts';

/** The second is in the writer's hands once it is done with the first: a tenth more than with one, over HTTP. */
const MOST_GROUPS_IN_FLIGHT = 2;
const MOST_CAPTURES = 256;
const MOST_BYTES = 8 * 1024 * 1024;
/** A second group is sent while one commits only once this many captures wait: a commit costs a flush. */
const WORTH_A_SECOND_GROUP = 16;

interface Waiting {
  capture: NewCapture;
  resolve: (id: number | undefined) => void;
  reject: (error: Error) => void;
}

interface GroupCommitOptions {
  writer: ThreadClient;
  limit: SizeLimit;
  log: Logger;
  metrics?: Pick<Metrics, 'groupSize' | 'commitSeconds'>;
}

/**
 * Captures that arrive while a group commits form the next group: no timer, and the more arrive the
 * fewer flushes each of them costs.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #listeners = new Set<(group: CommittedGroup) => void>();
  #waiting: Waiting[] = [];
  #inFlight = 0;
  #flushScheduled = false;
  #failing = false;
  /** The writer died: what it committed and never told has to be announced before anything else. */
  #behind: 'no' | 'yes' | 'catchingUp' = 'no';
  #idle: (() => void)[] = [];
  #closed = false;
  committedThrough: number;

  constructor(options: GroupCommitOptions, committedThrough: number) {
    this.#options = options;
    this.committedThrough = committedThrough;
    options.writer.onRestart = () => {
      this.#behind = 'yes';
      this.#flush();
    };
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

  onCommitted(listener: (group: CommittedGroup) => void): () => void {
    // A function of its own, so that the same listener given twice is two listeners.
    const own = (group: CommittedGroup) => listener(group);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
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
    if (this.#behind !== 'no') {
      if (this.#behind === 'yes') void this.#catchUp();
      return;
    }
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
      const ask = packGroup(group.map(({ capture }) => capture));
      answer = await this.#options.writer.ask('append', ask, [ask.bodies]);
    } catch (error) {
      failure = error;
    }
    this.#inFlight--;
    this.#release(group);
    // The writer is to have its next group before this one's callers take their time.
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

  #release(group: Waiting[]): void {
    for (const { capture } of group) this.#options.limit.released(sizeOf(capture));
  }

  /** Listeners first, then the callers, in one turn: nobody hears of an id before the live streams. */
  #resolve(group: Waiting[], { through, accountIds }: GroupAnswer): void {
    const stored = accountIds.reduce((count, accountId) => count + (accountId === 0 ? 0 : 1), 0);
    let id = through - stored;
    const ids = accountIds.map((accountId) => (accountId === 0 ? undefined : ++id));
    if (stored > 0 && this.#listeners.size > 0) {
      const captures: CommittedCapture[] = [];
      for (const [index, { capture }] of group.entries()) {
        const [capturedId, accountId] = [ids[index], accountIds[index]];
        if (capturedId === undefined || accountId === undefined) continue;
        captures.push({ id: capturedId, accountId, capture });
      }
      this.#announce({ through, captures });
    }
    this.committedThrough = through;
    for (const [index, { resolve }] of group.entries()) resolve(ids[index]);
  }

  #announce(group: CommittedGroup): void {
    this.committedThrough = group.through;
    for (const listener of this.#listeners) {
      try {
        listener(group);
      } catch (error) {
        this.#options.log.error({ err: error }, 'A listener to committed captures failed');
      }
    }
  }

  /** Announces what the writer committed before it died and could not tell; its callers got an error. */
  async #catchUp(): Promise<void> {
    this.#behind = 'catchingUp';
    try {
      const found = await this.#options.writer.ask('capturesAbove', this.committedThrough);
      const captures = unpackCaptures(found).map(({ id, body, ...stored }, index) => ({
        id,
        accountId: found.accountIds[index] ?? 0,
        capture: { ...stored, body: body === undefined ? [] : [body] },
      }));
      const through = captures.at(-1)?.id;
      if (through !== undefined) this.#announce({ through, captures });
      this.#behind = 'no';
      this.#flush();
    } catch (error) {
      this.#behind = 'yes';
      const group = this.#waiting;
      this.#waiting = [];
      this.#release(group);
      this.#reject(group, error);
    }
    this.#settleIdle();
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

/** What a capture counts for, near enough: the text is nearly always ASCII. */
function sizeOf({ bodySize, headers, target }: NewCapture): number {
  return bodySize + headers.length + target.length;
}
