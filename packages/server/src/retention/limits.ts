import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanLimits, RemovedBy } from '@hookwell/core/api';
import { keptLimitsOf } from '../billing/public.ts';
import type { Expiry, Scope } from '../capture-log/capture-log.ts';
import type { Parts } from '../parts.ts';
import {
  accountsAmong,
  type ExpiringAccount,
  type ExpiringEndpoint,
  endpointsAmong,
} from './expiring-endpoints.ts';

/** The longest rest after a step: a slow store must not stop the retention. */
const longestRestMs = 5;

/**
 * Runs the retention's steps one at a time, in the order in which they were asked for, and rests after
 * each as long as it took: captures always find room between two steps. A step in a hurry is followed
 * by no rest; then captures and steps take turns, which bounds how far the retention can fall behind.
 */
export class RetentionSteps {
  #last: Promise<unknown> = Promise.resolve();
  readonly #stopping: AbortSignal;

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
  }

  /** Resolves with the result of the step. Once stopping, rejects with an AbortError without running it. */
  run<Result>(step: () => Promise<Result>, inHurry = false): Promise<Result> {
    const result = this.#last.then(() => {
      this.#stopping.throwIfAborted();
      return step();
    });
    const asked = this.#last;
    this.#last = asked.then(() => this.#restAfter(result, inHurry));
    return result;
  }

  async #restAfter(step: Promise<unknown>, inHurry: boolean): Promise<void> {
    const started = performance.now();
    // The caller of the step gets its error.
    await step.catch(() => undefined);
    const tookMs = performance.now() - started;
    if (!this.#stopping.aborted && !inHurry)
      await sleep(Math.min(Math.ceil(tookMs), longestRestMs));
  }
}

/** The cause for which captures expire: the label of `hookwell_retention_removed_total`. */
type Cause = 'count' | 'bytes' | 'age' | 'purge';

/** The same, as owners of endpoints are told. */
const causes: Readonly<Record<RemovedBy, Cause>> = { number: 'count', bytes: 'bytes', days: 'age' };

const dayMs = 24 * 60 * 60 * 1000;

/** An excess above these is removed in a hurry: captures arrive faster than steps with rests remove them. */
const manyCaptures = 5000;
const manyBytes = 32 * 1024 * 1024;

/** The rules of the plans, each enforced in small steps. */
export class Limits {
  readonly #parts: Parts;
  readonly #steps: RetentionSteps;

  constructor(parts: Parts, steps: RetentionSteps) {
    this.#parts = parts;
    this.#steps = steps;
  }

  /** Removes the oldest captures of an endpoint that holds more than its plan keeps. */
  async enforceCount(endpoint: ExpiringEndpoint): Promise<void> {
    const scope = { accountId: endpoint.accountId, endpointId: endpoint.id };
    // Captures that arrive meanwhile are left to the next round, so that other endpoints have their turn.
    let left = this.#countExcess(endpoint);
    while (left > 0) {
      const { removed } = await this.#removeOldest(
        'number',
        scope,
        left > manyCaptures,
        async () => {
          const { store, clock } = this.#parts;
          const [now] = await endpointsAmong(store.db, [endpoint.id], clock());
          return now && { keepCount: this.#kept(now).requestsPerEndpoint };
        },
      );
      if (removed === 0) return;
      left -= removed;
    }
  }

  /** Removes the oldest captures of an account that holds more bytes than its plan keeps. */
  async enforceBytes(account: ExpiringAccount): Promise<void> {
    let left = this.#bytesExcess(account);
    while (left > 0) {
      const { removed, bytes } = await this.removeBytes(account.accountId, left > manyBytes);
      if (removed === 0) return;
      left -= bytes;
    }
  }

  /** The bytes that the account holds beyond its plan; 0 or less if it holds no more than that. */
  async bytesBeyond(accountId: number): Promise<number> {
    const { store, clock } = this.#parts;
    const [account] = await accountsAmong(store.db, [accountId], clock());
    return account === undefined ? 0 : this.#bytesExcess(account);
  }

  /** One step: the oldest captures of an account that holds more bytes than its plan keeps. */
  async removeBytes(
    accountId: number,
    inHurry: boolean,
  ): Promise<{ removed: number; bytes: number }> {
    return await this.#removeOldest('bytes', { accountId }, inHurry, async () => {
      const { store, clock } = this.#parts;
      const [now] = await accountsAmong(store.db, [accountId], clock());
      return now && { keepBytes: this.#kept(now).bytes };
    });
  }

  /** Removes the captures of these endpoints that are older than their plans keep them. */
  async enforceAge(endpoints: readonly ExpiringEndpoint[]): Promise<void> {
    const now = this.#parts.clock();
    // Most endpoints are younger than their plan keeps anything; most others need no more than a look.
    const old = endpoints.filter(
      (endpoint) => endpoint.createdAt < this.#oldestKept(endpoint, now),
    );
    if (old.length === 0) return;
    const oldest = await this.#parts.store.captures.oldestReceivedAt(old.map(({ id }) => id));
    for (const endpoint of old) {
      const olderThan = this.#oldestKept(endpoint, now);
      if ((oldest.get(endpoint.id) ?? olderThan) >= olderThan) continue;
      const scope = { accountId: endpoint.accountId, endpointId: endpoint.id };
      for (let removed = 1; removed > 0; ) {
        ({ removed } = await this.#removeOldest('days', scope, false, async () => ({ olderThan })));
      }
    }
  }

  /** One step. It reads the plan's limits itself: they may have changed since the round began. */
  async #removeOldest(
    by: RemovedBy,
    scope: Scope,
    inHurry: boolean,
    readExpiry: () => Promise<Expiry | undefined>,
  ): Promise<{ removed: number; bytes: number }> {
    const gone = await this.#steps.run(async () => {
      const expiry = await readExpiry();
      if (expiry === undefined) return { removed: 0, bytes: 0 };
      const noted = { by, at: this.#parts.clock() };
      return await this.#parts.store.captures.removeOldest(scope, { ...expiry, noted });
    }, inHurry);
    this.#parts.metrics.retentionRemoved.inc({ cause: causes[by] }, gone.removed);
    if (gone.removed > 0) this.#parts.store.changes.tell(scope.accountId);
    return gone;
  }

  #oldestKept(endpoint: ExpiringEndpoint, now: number): number {
    return now - this.#kept(endpoint).days * dayMs;
  }

  #countExcess(endpoint: ExpiringEndpoint): number {
    return endpoint.captureCount - this.#kept(endpoint).requestsPerEndpoint;
  }

  #bytesExcess(account: ExpiringAccount): number {
    return Number(account.bytes) - this.#kept(account).bytes;
  }

  #kept(holder: ExpiringEndpoint | ExpiringAccount): PlanLimits {
    return keptLimitsOf(this.#parts.config, holder);
  }
}
