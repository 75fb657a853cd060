import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { networkOfFreeGuest } from './guest-measurement.ts';

/** Too many unknown tokens wait for their look-up. */
export class TooManyLookUps extends Error {
  override readonly name = 'TooManyLookUps';
}

/** How many tokens may wait, and how many of them one query asks for. */
const mostWaiting = 4096;
const mostInQuery = 512;

/**
 * How long, in milliseconds, the next group waits after one that was not found whole. A flood of unknown tokens,
 * many or one, costs so many groups a second and no more; a token that exists has to be found once.
 */
const pauseAfterMiss = 50;

/** What the database says of a token. */
export interface FoundEndpoint {
  id: number;
  accountId: number;
  /** From where the guest came whose endpoint it is; undefined where it is a registered account's. */
  guestNetwork: string | undefined;
}

interface LookUp {
  found: Promise<FoundEndpoint | undefined>;
  resolve(endpoint: FoundEndpoint | undefined): void;
  reject(error: unknown): void;
}

/**
 * Finds endpoints by their tokens with one query at a time: what is asked meanwhile forms the next group, a token
 * once however often it is asked. A look-up always begins after the request that wants it, so an endpoint made
 * on any node works in that moment; an "unknown" that is remembered longer could not promise that.
 */
export class TokenLookUps {
  readonly #db: Kysely<Tables>;
  #waiting = new Map<string, LookUp>();
  #isRunning = false;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** The endpoint. Rejects with TooManyLookUps, or StoreUnavailable where the database does not answer. */
  find(token: string): Promise<FoundEndpoint | undefined> {
    const waiting = this.#waiting.get(token);
    if (waiting !== undefined) return waiting.found;
    if (this.#waiting.size >= mostWaiting) return Promise.reject(new TooManyLookUps());
    const lookUp = Promise.withResolvers<FoundEndpoint | undefined>();
    this.#waiting.set(token, { ...lookUp, found: lookUp.promise });
    if (!this.#isRunning) void this.#run();
    return lookUp.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const group = this.#waiting;
      this.#waiting = new Map();
      const foundAll = await this.#settle(group);
      if (!foundAll) await new Promise((resolve) => setTimeout(resolve, pauseAfterMiss).unref());
    }
    this.#isRunning = false;
  }

  /** Gives whether all of them were found. Never rejects: each look-up does. */
  async #settle(group: Map<string, LookUp>): Promise<boolean> {
    const tokens = [...group.keys()];
    try {
      for (let start = 0; start < tokens.length; start += mostInQuery) {
        const asked = tokens.slice(start, start + mostInQuery);
        for (const { id, accountId, token, guest_network } of await this.#ask(asked)) {
          group.get(token)?.resolve({ id, accountId, guestNetwork: guest_network ?? undefined });
          group.delete(token);
        }
      }
      for (const lookUp of group.values()) lookUp.resolve(undefined);
      return group.size === 0;
    } catch (error) {
      for (const lookUp of group.values()) lookUp.reject(error);
      return false;
    }
  }

  async #ask(
    tokens: string[],
  ): Promise<{ id: number; accountId: number; token: string; guest_network: string | null }[]> {
    return await this.#db
      .selectFrom('endpoint')
      .innerJoin('account', 'account.id', 'endpoint.account_id')
      .select([
        'endpoint.id',
        'endpoint.account_id as accountId',
        'endpoint.token',
        networkOfFreeGuest.as('guest_network'),
      ])
      .where('token', 'in', filledUp(tokens))
      .execute();
  }
}

/** Filled up to a power of two with the last one, so that databases know a few statements and not hundreds. */
function filledUp(tokens: string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(tokens.length));
  const last = tokens.at(-1) ?? '';
  return [...tokens, ...new Array<string>(length - tokens.length).fill(last)];
}
