import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { StoreUnavailable } from '../../database/errors.ts';
import {
  breaksConnection,
  connectionSettings,
  endConnection,
  ReportingClient,
  type Sockets,
  sessionOptions,
  standbyAtAddress,
  storeError,
} from '../../database/postgres/connection.ts';
import { retryConflicts } from '../../database/transaction.ts';
import { growingPause } from '../../growing-pause.ts';
import type { NewCapture } from '../captures.ts';
import type { GroupAnswer } from '../group-commit.ts';
import { appendStatement } from './append-group.ts';
import { type AppendRow, groupAnswer } from './append-statement.ts';

/** Groups wait so long for a database that is away; then their senders get 503. */
const longestWaitMs = 2000;
const pauses = { firstMs: 50, longestMs: 500 };

/**
 * The one connection on which groups of captures go in, one after the other. After the connection was lost, the next group
 * opens a new one: it tries again and again, until there is one.
 */
export class AppendConnection {
  readonly #url: string;
  readonly #log: Logger;
  readonly #sockets: Sockets;
  #client: Client | undefined;
  #isConnecting = false;
  /** Groups that wait for the connection. */
  #waiting: PromiseWithResolvers<Client>[] = [];
  /** The reason why there is no connection, once groups have waited long enough: later ones get it at once. */
  #outage: Error | undefined;
  #closed = false;

  constructor(url: string, log: Logger, sockets: Sockets) {
    this.#url = url;
    this.#log = log;
    this.#sockets = sockets;
  }

  /**
   * Stores a group. A group is sent a second time only if the server has rolled the first back: a group that a
   * lost connection took with it is rejected at once, and its senders are told.
   */
  async commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    return await retryConflicts(() => this.#commit(captures), 1);
  }

  async #commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    const client = this.#client ?? (await this.#connected());
    try {
      const { rows } = await client.query<AppendRow>(appendStatement(captures));
      return groupAnswer(captures, rows[0]);
    } catch (error) {
      if (breaksConnection(error)) this.#drop(client);
      throw storeError(error);
    }
  }

  /** The next connection. Rejects if it does not come soon, or if the database is known to be away. */
  async #connected(): Promise<Client> {
    if (this.#closed) throw new StoreUnavailable('The store is closed');
    if (this.#outage !== undefined) throw this.#outage;
    const waiting = Promise.withResolvers<Client>();
    this.#waiting.push(waiting);
    if (!this.#isConnecting) void this.#connect();
    return await waiting.promise;
  }

  async #connect(): Promise<void> {
    this.#isConnecting = true;
    const patientUntil = performance.now() + longestWaitMs;
    for (let failures = 0; !this.#closed; failures++) {
      try {
        const client = await this.#open();
        this.#outage = undefined;
        for (const { resolve } of this.#waiting.splice(0)) resolve(client);
        break;
      } catch (error) {
        const retryMs = growingPause(failures, pauses);
        if (performance.now() + retryMs > patientUntil) {
          this.#outage = storeError(error);
          this.#refuseWaiting(this.#outage);
        }
        await sleep(retryMs);
      }
    }
    this.#isConnecting = false;
  }

  #refuseWaiting(reason: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  async #open(): Promise<Client> {
    const client = new ReportingClient({
      ...connectionSettings(this.#url, 'captures', this.#sockets),
      connectionTimeoutMillis: longestWaitMs,
      options: sessionOptions({
        // Room for the rows of a group on their way through the statement, so that none goes to disk.
        work_mem: '64MB',
        // One plan fits groups of any size; a new plan for each group costs a sixth of the rate of small ones.
        plan_cache_mode: 'force_generic_plan',
      }),
    });
    client.on('error', (error) => {
      this.#log.warn({ err: error }, 'The connection for captures was lost');
      this.#drop(client);
    });
    try {
      await client.connect();
      if (client.isOnStandby) throw standbyAtAddress();
    } catch (error) {
      void endConnection(client);
      throw error;
    }
    this.#client = client;
    // The store was closed meanwhile.
    if (this.#closed) this.#drop(client);
    return client;
  }

  #drop(client: Client): void {
    if (this.#client === client) this.#client = undefined;
    void endConnection(client);
  }

  /** Opens no connection any more, and rejects the groups that wait for one. */
  giveUp(): void {
    this.#closed = true;
    this.#refuseWaiting(new StoreUnavailable('The store is closed'));
  }

  async close(): Promise<void> {
    this.giveUp();
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endConnection(client);
  }
}
