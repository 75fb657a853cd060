import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '@hookwell/contract/error-message';
import { Client, type QueryConfig, type QueryResultRow } from 'pg';
import { pino } from 'pino';
import { advisoryLocks } from '../../database/postgres/advisory-locks.ts';
import { connectionSettings, sessionOptions } from '../../database/postgres/connection.ts';
import { storeError } from '../../database/postgres/errors.ts';
import { migrate } from '../../database/postgres/migrate.ts';
import { ConnectionPool } from '../../database/postgres/pool.ts';
import { StoreMigrationError } from './migration-error.ts';

/** A body of 25 MiB on a slow disk, or the statistics of a large table, are done within this time. */
const statementTimeoutMs = 10 * 60_000;
const answerTimeoutMs = statementTimeoutMs + 10_000;

/** Another migration has so long to end: one that was killed is gone by then. */
const longestWaitMs = 10_000;
const retryIntervalMs = 100;

/**
 * The PostgreSQL database that is moved into. All statements go through one connection, which holds the
 * locks: nothing is written without them.
 */
export class Target {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Connects, shuts out servers and other migrations, and brings the schema up to date.
   * @throws {StoreMigrationError}
   * @throws {StoreUnavailable}
   */
  static async open(url: string): Promise<Target> {
    if (!/^postgres(ql)?:/.test(url)) {
      throw new StoreMigrationError(
        '--to must be a PostgreSQL database, as in postgres://hookwell@localhost/hookwell',
      );
    }
    const client = clientFor(url);
    // The next query fails with the error.
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
    const deadline = performance.now() + longestWaitMs;
    while (!(await this.#takes(advisoryLocks.storeMigration))) {
      if (performance.now() > deadline) {
        throw new StoreMigrationError('another migration is writing to --to');
      }
      await sleep(retryIntervalMs);
    }
  }

  /** Keeps servers out: one that leads would begin to remove captures that its plans do not keep. */
  async #shutOutServers(): Promise<void> {
    if (await this.#takes(advisoryLocks.leader)) return;
    throw new StoreMigrationError('a Hookwell server is running on --to: stop it first');
  }

  /** Takes a lock for as long as the connection lasts. False if another connection has it. */
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
      statement_timeout: statementTimeoutMs,
      query_timeout: answerTimeoutMs,
      idle_in_transaction_session_timeout: 0,
      // A batch fits into the statement's memory, so that it does not go to disk.
      options: sessionOptions({ work_mem: '64MB' }),
    });
  } catch (error) {
    // The address is not a URL, or names a certificate that is not a file.
    throw new StoreMigrationError(`--to cannot be used: ${errorMessage(error)}`, { cause: error });
  }
}

async function bringUpToDate(url: string): Promise<void> {
  // Failures are thrown. A log would only repeat them.
  const pool = new ConnectionPool({ url, mostConnections: 1, log: pino({ level: 'silent' }) });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}
