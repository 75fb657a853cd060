import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import type { Logger } from 'pino';
import { StoreUnavailable } from '../errors.ts';
import { retryConflicts } from '../transaction.ts';
import { connectionSettings } from './connection.ts';
import { CopyIn } from './copy-in.ts';
import { breaksConnection, storeError } from './errors.ts';
import { Sockets } from './sockets.ts';

/** How long, in milliseconds, a question waits for a connection: a restart is over by then. */
const longestWait = 2_000;
const retryEvery = 100;

interface ConnectionPoolOptions {
  url: string;
  /** What its connections are for, as `pg_stat_activity` shows it. */
  name?: string;
  /** Connections at most. */
  size: number;
  log: Logger;
  sockets?: Sockets;
}

/** Connections for everything but captures on their way in. Errors come as the store's own. */
export class ConnectionPool {
  readonly #pool: Pool;
  /** When a connection was given back. */
  readonly #releasedAt = new WeakMap<PoolClient, number>();
  /** One was lost then: those that waited since before may be as dead, or lead to the same wrong server. */
  #lostAt = 0;
  readonly #sockets: Sockets;

  constructor({
    url,
    name = 'queries',
    size,
    log,
    sockets = new Sockets(),
  }: ConnectionPoolOptions) {
    this.#sockets = sockets;
    this.#pool = new Pool({
      ...connectionSettings(url, name, sockets),
      max: size,
      // Counts from the question on, while all connections are busy too.
      connectionTimeoutMillis: longestWait,
      idleTimeoutMillis: 60_000,
    });
    // A connection that nobody uses was cut: the pool has let go of it already.
    this.#pool.on('error', (error) =>
      log.warn({ err: error }, 'A connection to PostgreSQL was lost'),
    );
    // One in use was cut: who uses it is told by the next answer. Unheard, the event would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async connect(): Promise<PooledConnection> {
    const deadline = performance.now() + longestWait;
    for (;;) {
      if (this.#sockets.isCut) throw new StoreUnavailable('The store is closing');
      try {
        const client = await this.#pool.connect();
        if ((this.#releasedAt.get(client) ?? this.#lostAt) >= this.#lostAt) {
          return new PooledConnection(client, (isBroken) => this.#release(client, isBroken));
        }
        client.release(true);
      } catch (error) {
        const failure = storeError(error);
        if (!(failure instanceof StoreUnavailable)) throw failure;
        if (performance.now() + retryEvery > deadline) throw failure;
        await sleep(retryEvery);
      }
    }
  }

  #release(client: PoolClient, isBroken: boolean): void {
    const now = performance.now();
    if (isBroken) this.#lostAt = now;
    this.#releasedAt.set(client, now);
    client.release(isBroken);
  }

  /** Runs one statement by itself. */
  async query<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const connection = await this.connect();
    try {
      const { rows } = await connection.query<Row>(statement, values);
      return rows;
    } finally {
      connection.release();
    }
  }

  /** Runs `work` in a transaction, again where it ran into another one. */
  async transaction<Result>(
    work: (connection: PooledConnection) => Promise<Result>,
  ): Promise<Result> {
    return await retryConflicts(() => this.#attempt(work));
  }

  async #attempt<Result>(work: (connection: PooledConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.connect();
    try {
      await connection.query({ text: 'begin' });
      const result = await work(connection);
      await connection.query({ text: 'commit' });
      return result;
    } catch (error) {
      await connection.rollBack();
      throw error;
    } finally {
      connection.release();
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** A statement with a name is prepared once on each connection. */
export interface Statement {
  text: string;
  name?: string;
  /** How many milliseconds its answer may take, where that is not as long as any other's. */
  query_timeout?: number;
}

/** A connection until it is released. One that is broken does not go back to the pool. */
export class PooledConnection {
  readonly #client: PoolClient;
  readonly #giveBack: (isBroken: boolean) => void;
  #isBroken = false;

  constructor(client: PoolClient, giveBack: (isBroken: boolean) => void) {
    this.#client = client;
    this.#giveBack = giveBack;
  }

  /** Whether it was lost. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  async query<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    if (this.#isBroken) throw new StoreUnavailable('The connection to PostgreSQL was lost');
    try {
      return await this.#client.query<Row>({ ...statement, values: [...values] });
    } catch (error) {
      this.#isBroken ||= breaksConnection(error);
      throw storeError(error);
    }
  }

  /** Runs statements without parameters, sent together: one that fails is the last. Their results, in order. */
  async script(text: string): Promise<QueryResult[]> {
    const results: unknown = await this.query({ text });
    // Of several statements `pg` gives an array, whatever its types say.
    return Array.isArray(results) ? results : [];
  }

  /** Statements of which the last is a `copy … from stdin`, and what it reads. */
  async copyIn(text: string, pieces: Iterable<Uint8Array>): Promise<void> {
    if (this.#isBroken) throw new StoreUnavailable('The connection to PostgreSQL was lost');
    try {
      await this.#client.query(new CopyIn(text, pieces)).settled;
    } catch (error) {
      this.#isBroken ||= breaksConnection(error);
      throw storeError(error);
    }
  }

  /** Undoes an open transaction. A connection that is lost has done so already. */
  async rollBack(): Promise<void> {
    await this.query({ text: 'rollback' }).catch(() => undefined);
  }

  release(): void {
    this.#giveBack(this.#isBroken);
  }
}
