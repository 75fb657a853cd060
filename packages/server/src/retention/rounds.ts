import {
  removeEndedGuests,
  removeExpiredHandoffs,
  removeExpiredSessions,
  removeOldAttempts,
} from '../accounts/public.ts';
import { removeOldNotes } from '../audit/public.ts';
import type { CommitFeed } from '../capture-log/capture-log.ts';
import { portions } from '../database/grouped-look-ups.ts';
import type { Parts } from '../parts.ts';
import { removeOldRefusals } from '../refusal-log/refusal-rows.ts';
import { removeOldRemovals } from '../requests/public.ts';
import { removeLeftWaits } from '../responders/wait-rows.ts';
import { removeExpiredShares } from '../shares/public.ts';
import { removeExpiredInvitations } from '../teams/public.ts';
import {
  accountsAfter,
  accountsAmong,
  endpointsAfter,
  endpointsAmong,
  rowsAtOnce,
} from './expiring-endpoints.ts';
import type { Limits, RetentionSteps } from './limits.ts';

/** One step removes so many guests, sessions, attempts, invitations or refusals. */
const endedAtOnce = 20;

/** The work of the retention, round by round. */
export class Rounds {
  readonly #parts: Parts;
  readonly #steps: RetentionSteps;
  readonly #limits: Limits;

  constructor(parts: Parts, steps: RetentionSteps, limits: Limits) {
    this.#parts = parts;
    this.#steps = steps;
    this.#limits = limits;
  }

  /**
   * Enforces counts and bytes for endpoints and accounts that captured something. Takes each out of the sets once it
   * is done: those left at the end, or at a rejection, are still to be done.
   */
  async trimTouched({ endpoints, accounts }: TouchedIds): Promise<void> {
    const { store, clock } = this.#parts;
    const failures = new Failures();
    for (const ids of portions([...endpoints], rowsAtOnce)) {
      const found = await endpointsAmong(store.db, ids, clock());
      const failed = await failures.each(found, (one) => this.#limits.enforceCount(one));
      forget(endpoints, ids, new Set(failed.map(({ id }) => id)));
    }
    for (const ids of portions([...accounts], rowsAtOnce)) {
      const found = await accountsAmong(store.db, ids, clock());
      const failed = await failures.each(found, (one) => this.#limits.enforceBytes(one));
      forget(accounts, ids, new Set(failed.map(({ accountId }) => accountId)));
    }
    failures.throwFirst();
  }

  /** Enforces every rule for all: plans change, and captures age even if nothing arrives. */
  async trimAll(): Promise<void> {
    const { store, clock } = this.#parts;
    const failures = new Failures();
    for (let after = 0, full = true; full; ) {
      const endpoints = await endpointsAfter(store.db, after, clock());
      await failures.each([endpoints], (all) => this.#limits.enforceAge(all));
      await failures.each(endpoints, (one) => this.#limits.enforceCount(one));
      after = endpoints.at(-1)?.id ?? after;
      full = endpoints.length === rowsAtOnce;
    }
    for (let after = 0, full = true; full; ) {
      const accounts = await accountsAfter(store.db, after, clock());
      await failures.each(accounts, (one) => this.#limits.enforceBytes(one));
      after = accounts.at(-1)?.accountId ?? after;
      full = accounts.length === rowsAtOnce;
    }
    failures.throwFirst();
  }

  /** Removes captures that were cleared, or belonged to endpoints that are gone. */
  async purge(): Promise<void> {
    const { db, captures } = this.#parts.store;
    const waiting = await db.selectFrom('purge').select('id').limit(1).executeTakeFirst();
    if (waiting === undefined) return;
    for (let removed = 1; removed > 0; ) {
      removed = await this.#steps.run(() => captures.purge());
      this.#parts.metrics.retentionRemoved.inc({ cause: 'purge' }, removed);
    }
  }

  /**
   * Removes guests whose session has ended, sessions, codes, shares, invitations and counted attempts that are over, old refusals, and
   * what is too old or too much in the audit.
   */
  async removeEnded(): Promise<void> {
    for (const remove of [
      removeEndedGuests,
      removeExpiredSessions,
      removeExpiredHandoffs,
      removeOldAttempts,
      removeExpiredInvitations,
      removeOldRefusals,
      removeOldRemovals,
      removeOldNotes,
      removeExpiredShares,
      removeLeftWaits,
    ]) {
      for (let removed = 1; removed > 0; ) {
        removed = await this.#steps.run(() => remove(this.#parts, endedAtOnce));
      }
    }
  }

  /** Gives free space back to the file system. */
  async releaseSpace(): Promise<void> {
    const { captures } = this.#parts.store;
    while (await this.#steps.run(() => captures.releaseSpace()));
  }
}

function forget(noted: Set<number>, ids: readonly number[], failed: ReadonlySet<number>): void {
  for (const id of ids) if (!failed.has(id)) noted.delete(id);
}

/** So many failures in a row come from the store, not from the items that were tried. */
const mostInARow = 10;

/** Lets each of many items have its turn although others fail, and keeps the first error. */
class Failures {
  #first: { error: unknown } | undefined;
  #inARow = 0;

  /** Runs `work` for one item after the other. Gives the items that failed; rejects if all seem to. */
  async each<Item>(
    items: readonly Item[],
    work: (item: Item) => Promise<unknown>,
  ): Promise<Item[]> {
    const failed: Item[] = [];
    for (const item of items) {
      try {
        await work(item);
        this.#inARow = 0;
      } catch (error) {
        this.#first ??= { error };
        this.#inARow += 1;
        failed.push(item);
        if (this.#inARow === mostInARow) throw error;
      }
    }
    return failed;
  }

  /** Throws the first error that `each` met, if there was one. */
  throwFirst(): void {
    if (this.#first !== undefined) throw this.#first.error;
  }
}

/** The endpoints that captured something, and their accounts. */
interface TouchedIds {
  endpoints: Set<number>;
  accounts: Set<number>;
}

/** Notes the endpoints and accounts of each group that this node stored, so that a round looks at no others. */
export class TouchedSince {
  #touched: TouchedIds = { endpoints: new Set(), accounts: new Set() };
  readonly stop: () => void;

  constructor(captures: CommitFeed) {
    this.stop = captures.onStored((stored) => {
      for (const { accountId, capture } of stored) {
        this.#touched.endpoints.add(capture.endpointId);
        this.#touched.accounts.add(accountId);
      }
    });
  }

  /** Takes all that was touched since the last call, or was given back. */
  take(): TouchedIds {
    const touched = this.#touched;
    this.#touched = { endpoints: new Set(), accounts: new Set() };
    return touched;
  }

  /** Gives back what could not be done: it is taken again, behind all that was touched meanwhile. */
  giveBack({ endpoints, accounts }: TouchedIds): void {
    for (const id of endpoints) this.#touched.endpoints.add(id);
    for (const id of accounts) this.#touched.accounts.add(id);
  }
}
