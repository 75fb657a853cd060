import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { StoreUnavailable, TransactionConflict } from '../../database/errors.ts';
import { connectionSettings, sessionOptions } from '../../database/postgres/connection.ts';
import { endConnection } from '../../database/postgres/end-connection.ts';
import { breaksConnection, storeError } from '../../database/postgres/errors.ts';
import type { Sockets } from '../../database/postgres/sockets.ts';
import type { NewCapture } from '../capture-log.ts';
import type { GroupAnswer } from '../commit-lane.ts';
import { type AppendRow, appendStatement, groupAnswer } from './append-group.ts';

/** How long, in milliseconds, groups wait for a database that is away before their senders get 503. */
const longestWait = 2_000;
const firstRetry = 50;
const longestRetry = 500;

/**
 * The one connection on which groups of captures go in, pipelined: the server has the next group in its
 * hands when it is done with one, and they are committed in the order in which they were sent. Once it is
 * lost, the next group has it made anew: tried again and again, until there is one.
 */
export class AppendConnection {
  readonly #url: string;
  readonly #log: Logger;
  #client: Client | undefined;
  #isConnecting = false;
  /** Groups that wait for the connection. */
  #waiting: PromiseWithResolvers<Client>[] = [];
  /** Why there is none, once groups have waited long enough: those that come now are told at once. */
  #outage: Error | undefined;
  #closed = false;

  readonly #sockets: Sockets;

  constructor(url: string, log: Logger, sockets: Sockets) {
    this.#url = url;
    this.#sockets = sockets;
    this.#log = log;
  }

  /**
   * Stores a group. A group is never sent twice where the first may have been stored: what a lost
   * connection took with it is rejected at once, and so is told to its senders.
   */
  async commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    try {
      return await this.#commit(captures);
    } catch (error) {
      // The server has rolled it back, for sure.
      if (error instanceof TransactionConflict) return await this.#commit(captures);
      throw error;
    }
  }

  async #commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    const client = this.#client ?? (await this.#connected());
    try {
      const { rows } = await client.query<AppendRow>(appendStatement(captures));
      const [row] = rows;
      if (row === undefined) throw new Error('The insert of captures gave no row');
      return groupAnswer(captures, row);
    } catch (error) {
      if (breaksConnection(error)) this.#drop(client);
      throw storeError(error);
    }
  }

  /** The next connection. Rejects where it does not come soon, or is known to be away. */
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
    const patientUntil = performance.now() + longestWait;
    for (let retry = firstRetry; !this.#closed; retry = Math.min(retry * 2, longestRetry)) {
      try {
        const client = await this.#open();
        this.#outage = undefined;
        for (const { resolve } of this.#waiting.splice(0)) resolve(client);
        break;
      } catch (error) {
        if (performance.now() + retry > patientUntil) {
          this.#outage = storeError(error);
          this.#refuseWaiting(this.#outage);
        }
        await sleep(retry);
      }
    }
    this.#isConnecting = false;
  }

  #refuseWaiting(reason: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  async #open(): Promise<Client> {
    const client = new Client({
      ...connectionSettings(this.#url, 'captures', this.#sockets),
      connectionTimeoutMillis: longestWait,
      pipeline: true,
      options: sessionOptions({
        // Room for a group's rows on their way through the statement, so that none goes to disk.
        work_mem: '64MB',
        // The plan fits groups of any size; made anew for each it costs a sixth of the rate of small ones.
        plan_cache_mode: 'force_generic_plan',
      }),
    });
    client.on('error', (error) => {
      this.#log.warn({ err: error }, 'The connection for captures was lost');
      this.#drop(client);
    });
    try {
      await client.connect();
    } catch (error) {
      void endConnection(client);
      throw error;
    }
    this.#client = client;
    // Closed meanwhile: it is nobody's.
    if (this.#closed) this.#drop(client);
    return client;
  }

  #drop(client: Client): void {
    if (this.#client === client) this.#client = undefined;
    void endConnection(client);
  }

  /** Makes no connection any more: whoever waits for one is told. */
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
