import { portions } from '../database/portions.ts';
import type { Database } from '../database/tables.ts';
import { founderOfFreeTeam, networkOfFreeGuest } from './guest-measurement.ts';

/** Too many unknown tokens wait to be looked up. */
export class TooManyLookUps extends Error {
  override readonly name = 'TooManyLookUps';
}

/** So many tokens may wait. */
const mostWaitingTokens = 4096;
/** One query asks for so many of them. */
const mostTokensInQuery = 512;

/**
 * The next group waits for so long after one with unknown tokens. So a flood of unknown tokens costs twenty groups
 * a second and no more. A token that exists is looked up once and then known.
 */
const pauseAfterMissMs = 50;

/** The endpoint of a token, as the database has it. */
export interface FoundEndpoint {
  id: number;
  accountId: number;
  /** The network of the free guest that has it; undefined for an account with space of its own. */
  guestNetwork: string | undefined;
  /** The founder of the free team that has it; undefined for an account that counts for itself. */
  founder: number | undefined;
  /** See `tables.ts`. */
  settingsVersion: number;
  /** The version since which its settings are what they are; undefined if it has none. */
  settingsSince: number | undefined;
  /** The same of its contract. */
  contractSince: number | undefined;
}

interface LookUp {
  found: Promise<FoundEndpoint | undefined>;
  resolve(endpoint: FoundEndpoint | undefined): void;
  reject(error: unknown): void;
}

/**
 * Finds endpoints by their tokens with one query at a time. Tokens that are asked for meanwhile form the next
 * group, each of them once. A look-up always begins after the request that needs it, so a new endpoint works at
 * once, whichever node made it; remembering unknown tokens would break that.
 */
export class TokenLookUps {
  readonly #db: Database;
  #waiting = new Map<string, LookUp>();
  #isRunning = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Finds the endpoint of a token; undefined if there is none.
   * @throws {TooManyLookUps} if too many tokens wait
   * @throws {StoreUnavailable} if the database does not answer
   */
  find(token: string): Promise<FoundEndpoint | undefined> {
    const waiting = this.#waiting.get(token);
    if (waiting !== undefined) return waiting.found;
    if (this.#waiting.size >= mostWaitingTokens) return Promise.reject(new TooManyLookUps());
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
      if (!foundAll) await new Promise((resolve) => setTimeout(resolve, pauseAfterMissMs).unref());
    }
    this.#isRunning = false;
  }

  /** Settles each look-up of the group. Returns whether all tokens were found; never rejects. */
  async #settle(group: Map<string, LookUp>): Promise<boolean> {
    const tokens = [...group.keys()];
    try {
      for (const asked of portions(tokens, mostTokensInQuery)) {
        for (const found of await this.#ask(asked)) {
          const { token, guestNetwork, founder, settingsSince, contractSince, ...row } = found;
          group.get(token)?.resolve({
            ...row,
            founder: founder ?? undefined,
            guestNetwork: guestNetwork ?? undefined,
            settingsSince: settingsSince ?? undefined,
            contractSince: contractSince ?? undefined,
          });
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

  /** Settings and contracts can be long, and many tokens are asked for at once, so only their versions are read. */
  async #ask(tokens: string[]) {
    return await this.#db
      .selectFrom('endpoint')
      .innerJoin('account', 'account.id', 'endpoint.account_id')
      .leftJoin('endpoint_settings', 'endpoint_settings.endpoint_id', 'endpoint.id')
      .leftJoin('endpoint_contract', 'endpoint_contract.endpoint_id', 'endpoint.id')
      .select([
        'endpoint.id',
        'endpoint.account_id as accountId',
        'endpoint.token',
        'endpoint.settings_version as settingsVersion',
        'endpoint_settings.version as settingsSince',
        'endpoint_contract.version as contractSince',
        networkOfFreeGuest.as('guestNetwork'),
        founderOfFreeTeam.as('founder'),
      ])
      .where('token', 'in', filledUp(tokens))
      .execute();
  }
}

/** Fills the list up to a power of two with its last token, so that databases prepare ten statements, not hundreds. */
function filledUp(tokens: string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(tokens.length));
  const last = tokens.at(-1) ?? '';
  return [...tokens, ...new Array<string>(length - tokens.length).fill(last)];
}
