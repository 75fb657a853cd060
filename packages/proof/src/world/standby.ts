import { eventually } from '../../../server/test/eventually.ts';
import { query } from '../../../server/test/postgres/connect.ts';
import {
  type PostgresServer,
  startStandby,
} from '../../../server/test/postgres/postgres-server.ts';

/** A lost connection is tried again soon. */
const settings = { fsync: 'on', full_page_writes: 'on', wal_retrieve_retry_interval: '200ms' };

/**
 * A synchronous standby: the primary answers a commit only once both have it on their disks. Its roles can change: then it is the
 * primary, and a new standby follows it.
 */
export class Standby implements AsyncDisposable {
  #primary: PostgresServer;
  #follower: PostgresServer;
  #number = 1;
  readonly #started = new AsyncDisposableStack();

  private constructor(primary: PostgresServer, follower: PostgresServer) {
    this.#primary = primary;
    this.#follower = this.#started.use(follower);
  }

  /** Makes a standby of a server, which is stopped and started again for it. */
  static async start(primary: PostgresServer): Promise<Standby> {
    return new Standby(primary, await follow(primary, 1));
  }

  /** From now on it gets nothing any more, so that no commit is answered. */
  async cutOff(): Promise<void> {
    await this.#follower.set({ primary_conninfo: '' });
  }

  /** How many commits wait for it now. */
  async waitingCommits(): Promise<number> {
    const waiting = "select from pg_stat_activity where wait_event = 'SyncRep'";
    return (await query(this.#primary.url, waiting)).length;
  }

  /** It becomes a server that takes writes, and answers commits by itself. Gives it. */
  async promote(): Promise<PostgresServer> {
    await this.#follower.promote();
    return this.#follower;
  }

  /** What was promoted gets a standby of its own: for that it is stopped and started again. */
  async renew(): Promise<void> {
    this.#number += 1;
    this.#primary = this.#follower;
    this.#follower = this.#started.use(await follow(this.#primary, this.#number));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#started.disposeAsync();
  }
}

async function follow(primary: PostgresServer, number: number): Promise<PostgresServer> {
  const name = `standby_${number}`;
  const follower = await startStandby(primary, name, settings);
  try {
    await primary.set({ synchronous_standby_names: name });
    await eventually(async () => {
      const rows = await query(primary.url, 'select sync_state from pg_stat_replication');
      return rows.some(({ sync_state }) => sync_state === 'sync');
    });
    return follower;
  } catch (error) {
    await follower[Symbol.asyncDispose]();
    throw error;
  }
}
