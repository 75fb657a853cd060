import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { ApiError } from '../api-error.ts';
import type { Config } from '../config.ts';
import { networkOf } from '../connections/client-address.ts';
import { type Database, emailKey } from '../database/tables.ts';
import { Tally } from '../fairness/tally.ts';
import type { Clock } from '../parts.ts';

/** A window begins with the first attempt in it and lasts this long. */
export const attemptWindowMs = 60_000;

/** One address may guess so often at one account in a window. */
const mostAttemptsPerAccount = 10;

/** So many refused subjects are remembered. Forgetting one costs a look-up. */
const mostRememberedSubjects = 10_000;

/**
 * Bounds the attempts to guess passwords or to fill the store with accounts: by address, and by address
 * and email together. A limit by email alone would let strangers lock an account. The counts are in the
 * database: they are exact under concurrency, and all nodes share them.
 */
export class AttemptLimit {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #perAddress: number;
  /** The time until which a subject stays refused, so that a flood of refusals costs no writes. */
  readonly #refused = new Map<string, number>();

  constructor(db: Database, clock: Clock, config: Pick<Config, 'authRateLimit'>) {
    this.#db = db;
    this.#clock = clock;
    this.#perAddress = config.authRateLimit;
  }

  /**
   * Counts an attempt of an address.
   * @throws {ApiError} `tooManyRequests` past the limit
   */
  async countAddress(address: string): Promise<void> {
    await this.#count(`address ${networkOf(address)}`, this.#perAddress);
  }

  /**
   * Counts a guess at one account.
   * @throws {ApiError} `tooManyRequests` past the limit
   */
  async countAccount(address: string, email: string): Promise<void> {
    // The email is hashed: a text that strangers type need not be kept, and may be long.
    const key = createHash('sha256').update(emailKey(email)).digest('hex');
    await this.#count(`account ${networkOf(address)} ${key}`, mostAttemptsPerAccount);
  }

  /**
   * Counts a wrong secret of a link that an address has tried: those do not count as log-ins.
   * @throws {ApiError} `tooManyRequests` past the limit
   */
  async countWrongSecret(address: string): Promise<void> {
    await this.#count(`secret ${networkOf(address)}`, this.#perAddress);
  }

  async #count(subject: string, limit: number): Promise<void> {
    if (this.#perAddress === 0) return;
    const now = this.#clock();
    const refusedUntil = this.#refused.get(subject);
    if (refusedUntil !== undefined) {
      if (now < refusedUntil && refusedUntil <= now + attemptWindowMs)
        throw refusal(refusedUntil - now);
      this.#refused.delete(subject);
    }

    const { started_at, attempts } = await countAttempt(this.#db, subject, now);
    if (attempts <= limit) return;
    if (this.#refused.size >= mostRememberedSubjects) this.#refused.clear();
    this.#refused.set(subject, started_at + attemptWindowMs);
    throw refusal(started_at + attemptWindowMs - now);
  }
}

/** One statement, so that attempts at the same moment cannot both be the last allowed one. */
async function countAttempt(db: Database, subject: string, now: number) {
  // A window lies in the future if the clock was set back.
  const isOver = sql<boolean>`(auth_attempt.started_at <= ${now - attemptWindowMs} or auth_attempt.started_at > ${now})`;
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
  const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new ApiError('tooManyRequests', { retryAfterSeconds });
}

/** So many lines are logged in a window: more tell an operator nothing new, and would fill the disk. */
const mostLinesPerNetwork = 100;
const mostLines = 1000;
const windowMs = 60_000;

/** An email has at most so many characters (RFC 5321). Longer ones are cut. */
const mostCharacters = 254;

/**
 * Logs each log-in that is refused, with the client's address and the account that was tried, so that
 * operators see attacks and programs such as fail2ban can act on them. Floods are bounded: the next line has
 * the number of lines that were left out.
 */
export class RefusedLogins {
  readonly #clock: Clock;
  #since = 0;
  #leftOut = 0;
  /** Lines that were logged in this window. */
  #lines = new Tally<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Logs the failure of a log-in if it is a refusal. */
  tell(log: Pick<Logger, 'warn'>, address: string, email: string, error: unknown): void {
    const reason = reasonOf(error);
    if (reason !== undefined) this.tellReason(log, address, email, reason);
  }

  /** Logs the reason. */
  tellReason(
    log: Pick<Logger, 'warn'>,
    address: string,
    email: string,
    reason: string,
    message = 'log-in refused',
  ): void {
    if (!this.#hasRoom(networkOf(address))) return;
    const account = email.slice(0, mostCharacters);
    const leftOut = this.#leftOut === 0 ? {} : { leftOut: this.#leftOut };
    this.#leftOut = 0;
    log.warn({ ...leftOut, address, account, reason }, message);
  }

  #hasRoom(network: string): boolean {
    const now = this.#clock();
    if (now < this.#since || now >= this.#since + windowMs) {
      this.#since = now;
      this.#lines = new Tally();
    }
    if (this.#lines.of(network) >= mostLinesPerNetwork || this.#lines.total >= mostLines) {
      this.#leftOut += 1;
      return false;
    }
    this.#lines.add(network, 1);
    return true;
  }
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'tooManyRequests') return 'too many attempts';
  return error.code === 'wrongLogin' ? String(error.cause) : undefined;
}
