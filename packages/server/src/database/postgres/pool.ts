import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import type { Logger } from 'pino';
import { StoreUnavailable } from '../errors.ts';
import { refuseEndedCaller, retryConflicts } from '../transaction.ts';
import {
  breaksConnection,
  connectionSettings,
  isOnStandby,
  ReportingClient,
  Sockets,
  sessionOptions,
  standbyAtAddress,
  storeError,
} from './connection.ts';

/** The longest time for which a question waits for a connection: a restart is over by then. */
const longestWaitMs = 2000;
const retryIntervalMs = 100;
const longestIdleMs = 60_000;

interface ConnectionPoolOptions {
  url: string;
  /** The purpose of its connections, as `pg_stat_activity` shows it. */
  name?: string;
  mostConnections: number;
  /** Settings of its sessions beside those of every session. */
  session?: Readonly<Record<string, string>>;
  log: Pick<Logger, 'warn'>;
  sockets?: Sockets;
}

/** Connections for everything but captures on their way in. Errors of `pg` become those of the store. */
export class ConnectionPool {
  readonly #pool: Pool;
  /** The time at which each connection was made. */
  readonly #madeAt = new WeakMap<PoolClient, number>();
  /** The time of the last loss: connections from before may be dead too, or lead to the same wrong server. */
  #lostAt = 0;
  /** The time at which the address last led to a standby: it is not tried again at once. */
  #standbyAt = Number.NEGATIVE_INFINITY;
  readonly #sockets: Sockets;

  constructor({
    url,
    name = 'queries',
    mostConnections,
    session,
    log,
    sockets = new Sockets(),
  }: ConnectionPoolOptions) {
    this.#sockets = sockets;
    this.#pool = new Pool({
      ...connectionSettings(url, name, sockets),
      ...(session && { options: sessionOptions(session) }),
      Client: ReportingClient,
      max: mostConnections,
      // The time counts from the question on, also while all connections are busy.
      connectionTimeoutMillis: longestWaitMs,
      idleTimeoutMillis: longestIdleMs,
    });
    // An idle connection was cut: the pool has let go of it already.
    this.#pool.on('error', (error) =>
      log.warn({ err: error }, 'A connection to PostgreSQL was lost'),
    );
    // One in use was cut: its next answer is an error. Without a listener the event would end the process.
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.#madeAt.set(client, performance.now());
    });
  }

  async connect(): Promise<PooledConnection> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      if (this.#sockets.isCut) throw new StoreUnavailable('The store is closing');
      try {
        const connection = await this.#take();
        if (connection !== undefined) return connection;
      } catch (error) {
        const failure = storeError(error);
        if (!(failure instanceof StoreUnavailable)) throw failure;
        if (performance.now() + retryIntervalMs > deadline) throw failure;
        await sleep(retryIntervalMs);
      }
    }
  }

  /** A connection; undefined if the next one led to a server that may have gone. */
  async #take(): Promise<PooledConnection | undefined> {
    if (performance.now() - this.#standbyAt < retryIntervalMs) throw standbyAtAddress();
    const client = await this.#pool.connect();
    const isStandby = isOnStandby(client);
    if (!isStandby && (this.#madeAt.get(client) ?? 0) >= this.#lostAt) {
      return new PooledConnection(client, (isBroken) => this.#release(client, isBroken));
    }
    client.release(true);
    if (!isStandby) return undefined;
    this.#standbyAt = performance.now();
    throw standbyAtAddress();
  }

  #release(client: PoolClient, isBroken: boolean): void {
    if (isBroken) this.#lostAt = performance.now();
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

  /** Runs `work` in a transaction, and again if it ran into another one. */
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
  /** The milliseconds that its answer may take, if not those of every statement. */
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

  /** Runs statements without parameters, sent together, up to the first that fails. Returns their results in order. */
  async script(text: string): Promise<QueryResult[]> {
    const results: unknown = await this.query({ text });
    // For several statements `pg` gives an array, which its types do not tell.
    return Array.isArray(results) ? results : [];
  }

  /** Undoes an open transaction. The server does so itself if the connection is lost. */
  async rollBack(): Promise<void> {
    await this.query({ text: 'rollback' }).catch(() => undefined);
  }

  release(): void {
    this.#giveBack(this.#isBroken);
  }
}

/**
 * Refuses a change at the end of its transaction once its caller may not make it.
 * @throws {CallerEnded}
 */
export async function refuseEndedCallerOn(connection: PooledConnection): Promise<void> {
  await refuseEndedCaller(async ({ sql, parameters }) => {
    const { rows } = await connection.query({ text: sql }, parameters);
    return rows.length > 0;
  });
}
