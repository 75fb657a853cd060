import type { GroupedLookUps } from '../database/grouped-look-ups.ts';
import type { Database } from '../database/tables.ts';
import type { Parties } from '../fairness/parties.ts';
import { remember } from '../fairness/remember.ts';
import type { BodyShare } from './body-memory.ts';
import { type FoundEndpoint, tokenLookUps } from './token-look-ups.ts';

/**
 * An endpoint as the receive plane remembers it. After a merge its account stays the guest's until it is looked up again (a move
 * changes the version of its settings), and
 * other settings may count by now: captures are stored only under the version that counts (`CaptureIntake.append`), so an old
 * one costs a look-up and no wrong answer.
 */
export interface KnownEndpoint extends FoundEndpoint {
  token: string;
  /** The rate limit's bucket: the captures that may come at once, and the time of its last filling. */
  allowance: number;
  filledAt: number;
  /**
   * The memory of all bodies in flight of its party (`fairness/parties.ts`). That it is the guest's for a while after a merge is harmless: it
   * only bounds memory.
   */
  accountShare: BodyShare;
}

const mostKnownEntries = 100_000;

/**
 * Tokens of the latest captures and the endpoints that they name. It only saves look-ups: the insert itself
 * decides whether the endpoint still exists. Unknown tokens are not remembered, so a new endpoint's URL
 * works at once on every node (`token-look-ups.ts` bounds their cost).
 */
export class KnownEndpoints {
  readonly #lookUps: GroupedLookUps<FoundEndpoint>;
  readonly #parties: Parties;
  readonly #byToken = new Map<string, KnownEndpoint>();
  readonly #accountShares = new Map<number, BodyShare>();

  constructor(db: Database, parties: Parties) {
    this.#lookUps = tokenLookUps(db);
    this.#parties = parties;
  }

  get(token: string): KnownEndpoint | undefined {
    return this.#byToken.get(token);
  }

  /**
   * Asks the database.
   * @throws {StoreUnavailable} if it does not answer
   * @throws {TooManyLookUps} in a flood of unknown tokens
   */
  async lookUp(token: string): Promise<KnownEndpoint | undefined> {
    const found = await this.#lookUps.find(token);
    if (found === undefined) return undefined;
    const { accountId, guestNetwork: network, founder } = found;
    this.#parties.note(accountId, { network, founder });
    const kept = this.#byToken.get(token) ?? {
      token,
      allowance: Number.POSITIVE_INFINITY,
      filledAt: 0,
    };
    // An endpoint may be made anew under the same token, and a guest becomes part of another account.
    const known: KnownEndpoint = Object.assign(kept, found, {
      accountShare: this.#shareOf(found.accountId),
    });
    remember(this.#byToken, token, known, mostKnownEntries);
    return known;
  }

  #shareOf(accountId: number): BodyShare {
    const party = this.#parties.of(accountId);
    let share = this.#accountShares.get(party);
    if (share === undefined) {
      share = { heldBytes: 0 };
      remember(this.#accountShares, party, share, mostKnownEntries);
    }
    return share;
  }

  forget(token: string): void {
    this.#byToken.delete(token);
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
