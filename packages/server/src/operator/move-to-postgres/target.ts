import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryConfig, type QueryResultRow } from 'pg';
import { pino } from 'pino';
import { advisoryLocks } from '../../database/postgres/advisory-locks.ts';
import { connectionSettings, sessionOptions } from '../../database/postgres/connection-settings.ts';
import { storeError } from '../../database/postgres/errors.ts';
import { ConnectionPool } from '../../database/postgres/pool.ts';
import { migrate } from '../../database/postgres/schema/migrate.ts';
import { StoreMigrationError } from './migration-error.ts';

/** Milliseconds. A body of 25 MiB on a slow disk, or the statistics of a large table, are done by then. */
const statementTimeout = 10 * 60_000;
const answerTimeout = statementTimeout + 10_000;

/** How long, in milliseconds, another migration is waited for: one that was killed is gone by then. */
const longestWait = 10_000;
const retryEvery = 100;

/**
 * The PostgreSQL database that is moved into. Everything goes through one connection, which holds the
 * locks: without it nothing is written any more.
 */
export class Target {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Connects, shuts servers and other migrations out, and brings the schema up to date. */
  static async open(url: string): Promise<Target> {
    if (!/^postgres(ql)?:/.test(url)) {
      throw new StoreMigrationError(
        '--to must be a PostgreSQL database, as in postgres://hookwell@localhost/hookwell',
      );
    }
    const client = clientFor(url);
    // The next question fails, and says it.
    client.on('error', () => undefined);
    const target = new Target(client);
    try {
      await client.connect().catch((error: unknown) => {
        throw storeError(error);
      });
      await target.#shutOutMigrations();
      await target.#shutOutServers();
      await bringUpToDate(url);
    } catch (error) {
      await target.close();
      throw error;
    }
    return target;
  }

  async query<Result extends QueryResultRow>(statement: string | QueryConfig): Promise<Result[]> {
    try {
      const { rows } = await this.#client.query<Result>(statement);
      return rows;
    } catch (error) {
      throw storeError(error);
    }
  }

  /** Runs `work` in a transaction. */
  async transaction<Result>(begin: string, work: () => Promise<Result>): Promise<Result> {
    await this.query(begin);
    try {
      const result = await work();
      await this.query('commit');
      return result;
    } catch (error) {
      await this.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  async #shutOutMigrations(): Promise<void> {
    const deadline = performance.now() + longestWait;
    while (!(await this.#takes(advisoryLocks.storeMigration))) {
      if (performance.now() > deadline) {
        throw new StoreMigrationError('another migration is writing to --to');
      }
      await sleep(retryEvery);
    }
  }

  /** One that leads would begin to remove what its plans do not keep. */
  async #shutOutServers(): Promise<void> {
    if (await this.#takes(advisoryLocks.leader)) return;
    throw new StoreMigrationError('a Hookwell server is running on --to: stop it first');
  }

  /** Takes a lock, where nobody has it, for as long as the connection lasts. */
  async #takes(key: number): Promise<boolean> {
    const [row] = await this.query<{ taken: string }>(
      `select pg_try_advisory_lock(${key})::text as taken`,
    );
    return row?.taken === 'true';
  }
}

function clientFor(url: string): Client {
  try {
    return new Client({
      ...connectionSettings(url, 'migrate-store'),
      statement_timeout: statementTimeout,
      query_timeout: answerTimeout,
      idle_in_transaction_session_timeout: 0,
      // Room for a batch on its way through the statement, so that none goes to disk.
      options: sessionOptions({ work_mem: '64MB' }),
    });
  } catch (error) {
    // No URL, or a certificate in it that is no file.
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreMigrationError(`--to cannot be used: ${reason}`, { cause: error });
  }
}

async function bringUpToDate(url: string): Promise<void> {
  // Failures are thrown; a log beside them would only say them twice.
  const pool = new ConnectionPool({ url, size: 1, log: pino({ level: 'silent' }) });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}
