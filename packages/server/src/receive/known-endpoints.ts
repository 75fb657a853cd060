import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Share } from './in-flight-budget.ts';
import { TokenLookUps } from './token-look-ups.ts';

/** What the receive plane remembers of an endpoint. */
export interface KnownEndpoint {
  id: number;
  token: string;
  /** The rate limit's bucket: captures that may come at once, and when it was last filled. */
  allowance: number;
  filledAt: number;
  /** From where the guest came whose endpoint it is; undefined where it is a registered account's. */
  guestNetwork: string | undefined;
  /** When its row was read, by the clock of `performance.now()`. */
  readAt: number;
  /** What its bodies in flight hold. */
  share: Share;
  /**
   * What those of all endpoints hold that the account had when it was looked up. After a merge that is the
   * guest's account until it is looked up again: it only bounds what is held at once.
   */
  accountShare: Share;
}

const maximumKnown = 100_000;

/**
 * Tokens seen lately and the endpoints they name. It only saves look-ups: whether the endpoint still
 * exists is decided by the insert itself. Unknown tokens are not remembered, so a new endpoint's URL
 * works at once on every node (`token-look-ups.ts` bounds what they cost).
 */
export class KnownEndpoints {
  readonly #lookUps: TokenLookUps;
  readonly #byToken = new Map<string, KnownEndpoint>();
  readonly #accountShares = new Map<number, Share>();

  constructor(db: Kysely<Tables>) {
    this.#lookUps = new TokenLookUps(db);
  }

  get(token: string): KnownEndpoint | undefined {
    return this.#byToken.get(token);
  }

  /** Asks the database. Rejects with StoreUnavailable where it does not answer, TooManyLookUps in a flood. */
  async lookUp(token: string): Promise<KnownEndpoint | undefined> {
    const found = await this.#lookUps.find(token);
    if (found === undefined) return undefined;
    const known = this.#byToken.get(token) ?? {
      id: found.id,
      token,
      allowance: Number.POSITIVE_INFINITY,
      filledAt: 0,
      guestNetwork: undefined,
      readAt: 0,
      share: { held: 0 },
      accountShare: this.#shareOf(found.accountId),
    };
    // Whose it is can change: a guest becomes part of an account.
    known.guestNetwork = found.guestNetwork;
    known.accountShare = this.#shareOf(found.accountId);
    known.readAt = performance.now();
    this.#byToken.set(token, known);
    if (this.#byToken.size > maximumKnown) forgetFirst(this.#byToken);
    return known;
  }

  #shareOf(accountId: number): Share {
    let share = this.#accountShares.get(accountId);
    if (share === undefined) {
      share = { held: 0 };
      this.#accountShares.set(accountId, share);
      if (this.#accountShares.size > maximumKnown) forgetFirst(this.#accountShares);
    }
    return share;
  }

  forget(token: string): void {
    this.#byToken.delete(token);
  }
}

function forgetFirst(map: Map<unknown, unknown>): void {
  for (const first of map.keys()) {
    map.delete(first);
    return;
  }
}

/** Takes one capture out of the endpoint's bucket: a second's worth, filled steadily. */
export function withinRate(endpoint: KnownEndpoint, perSecond: number, now: number): boolean {
  const refill = ((now - endpoint.filledAt) / 1000) * perSecond;
  endpoint.allowance = Math.min(perSecond, endpoint.allowance + Math.max(0, refill));
  endpoint.filledAt = now;
  if (endpoint.allowance < 1) return false;
  endpoint.allowance -= 1;
  return true;
}
