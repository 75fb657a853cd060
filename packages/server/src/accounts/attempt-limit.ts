import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { emailKey } from '../database/email-key.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';

/** A window begins with the first attempt in it and lasts this long, in milliseconds. */
export const attemptWindow = 60_000;

/** Guesses at one account from one address in a window. */
const attemptsPerAccount = 10;

/** How many refused subjects are remembered; forgetting one costs a look-up. */
const rememberedAtMost = 10_000;

/**
 * Bounds how fast somebody can guess passwords or fill the store with accounts: by address, and by
 * address and email together. Never by email alone, or anybody could lock anybody out. The counts
 * are in the database: exact whatever runs at once, and shared by all nodes.
 */
export class AttemptLimit {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #perAddress: number;
  /** Until when a subject stays refused: a flood of refusals then costs no writes. */
  readonly #refused = new Map<string, number>();

  constructor(db: Kysely<Tables>, clock: Clock, config: Pick<Config, 'authRateLimit'>) {
    this.#db = db;
    this.#clock = clock;
    this.#perAddress = config.authRateLimit;
  }

  /** Counts an attempt of an address. Throws `tooManyRequests` past the limit. */
  async countAddress(address: string): Promise<void> {
    await this.#count(`address ${networkOf(address)}`, this.#perAddress);
  }

  /** Counts a guess at one account. Throws `tooManyRequests` past the limit. */
  async countAccount(address: string, email: string): Promise<void> {
    // Hashed: what strangers type in need not be kept, and has no length.
    const key = createHash('sha256').update(emailKey(email)).digest('hex');
    await this.#count(`account ${networkOf(address)} ${key}`, attemptsPerAccount);
  }

  async #count(subject: string, limit: number): Promise<void> {
    if (this.#perAddress === 0) return;
    const now = this.#clock();
    const refusedUntil = this.#refused.get(subject);
    if (refusedUntil !== undefined) {
      if (now < refusedUntil && refusedUntil <= now + attemptWindow)
        throw refusal(refusedUntil - now);
      this.#refused.delete(subject);
    }

    const { started_at, attempts } = await countAttempt(this.#db, subject, now);
    if (attempts <= limit) return;
    if (this.#refused.size >= rememberedAtMost) this.#refused.clear();
    this.#refused.set(subject, started_at + attemptWindow);
    throw refusal(started_at + attemptWindow - now);
  }
}

/** One statement, so that attempts at the same moment cannot both be the last allowed one. */
async function countAttempt(db: Kysely<Tables>, subject: string, now: number) {
  // A window that lies in the future is from before somebody set the clock back.
  const isOver = sql<boolean>`(auth_attempt.started_at <= ${now - attemptWindow} or auth_attempt.started_at > ${now})`;
  return await db
    .insertInto('auth_attempt')
    .values({ subject, started_at: now, attempts: 1 })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        started_at: sql`case when ${isOver} then ${now} else auth_attempt.started_at end`,
        attempts: sql`case when ${isOver} then 1 else auth_attempt.attempts + 1 end`,
      }),
    )
    .returning(['started_at', 'attempts'])
    .executeTakeFirstOrThrow();
}

function refusal(milliseconds: number): ApiError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new ApiError('tooManyRequests', { headers: { 'retry-after': String(seconds) } });
}

/** IPv4 addresses count alone, IPv6 ones by /64: that is what a single subscriber is given. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const gap =
    tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...gap, ...after].slice(0, 4).join(':');
}

/** The same as text that says so: `192.0.2.7`, `2001:db8:1:2::/64`. */
export function networkPrefixOf(address: string): string {
  return address.includes(':') ? `${networkOf(address)}::/64` : address;
}
