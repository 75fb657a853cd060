import { removeEndedGuests, removeExpiredSessions, removeOldAttempts } from '../accounts/public.ts';
import type { Parts } from '../parts.ts';
import {
  accountsAfter,
  accountsAmong,
  endpointsAfter,
  endpointsAmong,
  rowsAtOnce,
} from './expiring-endpoints.ts';
import { Limits } from './limits.ts';
import type { Steps } from './steps.ts';
import type { Touched } from './touched.ts';

/** How many guests, sessions or attempts go in one step. */
const endedAtOnce = 20;

/** What the retention does, round by round. */
export class Rounds {
  readonly #parts: Parts;
  readonly #steps: Steps;
  readonly #limits: Limits;

  constructor(parts: Parts, steps: Steps) {
    this.#parts = parts;
    this.#steps = steps;
    this.#limits = new Limits(parts, steps);
  }

  /** Counts and bytes of the endpoints and accounts that captured something. */
  async trimTouched({ endpoints, accounts }: Touched): Promise<void> {
    const { store, clock } = this.#parts;
    for (const ids of portions(endpoints)) {
      for (const endpoint of await endpointsAmong(store.db, ids, clock())) {
        await this.#limits.enforceCount(endpoint);
      }
    }
    for (const ids of portions(accounts)) {
      for (const account of await accountsAmong(store.db, ids, clock())) {
        await this.#limits.enforceBytes(account);
      }
    }
  }

  /** Every rule, for all: plans change, and time passes where nothing arrives. */
  async trimAll(): Promise<void> {
    const { store, clock } = this.#parts;
    for (let after = 0, full = true; full; ) {
      const endpoints = await endpointsAfter(store.db, after, clock());
      await this.#limits.enforceAge(endpoints);
      for (const endpoint of endpoints) await this.#limits.enforceCount(endpoint);
      after = endpoints.at(-1)?.id ?? after;
      full = endpoints.length === rowsAtOnce;
    }
    for (let after = 0, full = true; full; ) {
      const accounts = await accountsAfter(store.db, after, clock());
      for (const account of accounts) await this.#limits.enforceBytes(account);
      after = accounts.at(-1)?.accountId ?? after;
      full = accounts.length === rowsAtOnce;
    }
  }

  /** Removes what was cleared, and what belonged to endpoints that are gone. */
  async purge(): Promise<void> {
    const { db, captures } = this.#parts.store;
    const waiting = await db.selectFrom('purge').select('id').limit(1).executeTakeFirst();
    if (waiting === undefined) return;
    for (let removed = 1; removed > 0; ) {
      removed = await this.#steps.run(() => captures.purge());
      this.#parts.metrics.retentionRemoved.inc({ cause: 'purge' }, removed);
    }
  }

  /** Removes guests that nobody can come back to, sessions and counted attempts that are over. */
  async removeEnded(): Promise<void> {
    for (const remove of [removeEndedGuests, removeExpiredSessions, removeOldAttempts]) {
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

function* portions(ids: ReadonlySet<number>): Generator<number[]> {
  const all = [...ids];
  for (let start = 0; start < all.length; start += rowsAtOnce) {
    yield all.slice(start, start + rowsAtOnce);
  }
}
