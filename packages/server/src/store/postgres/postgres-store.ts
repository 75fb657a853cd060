import { Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { Announcements } from '../../capture-log/announcements.ts';
import { type Commit, GroupCommit } from '../../capture-log/group-commit.ts';
import { AppendConnection } from '../../capture-log/postgres/append-connection.ts';
import {
  PostgresCaptureLog,
  type SearchExchanges,
} from '../../capture-log/postgres/capture-log.ts';
import { startMeasuring, usedBytes } from '../../capture-log/postgres/space.ts';
import { Tail } from '../../capture-log/postgres/tail.ts';
import { SizeLimit } from '../../capture-log/size-limit.ts';
import { AccountChanges } from '../../database/account-changes.ts';
import { failureOfStore, StoreUnavailable } from '../../database/errors.ts';
import { NodeMessages } from '../../database/other-nodes.ts';
import { Sockets } from '../../database/postgres/connection.ts';
import { poolDialect } from '../../database/postgres/dialect.ts';
import { migrate } from '../../database/postgres/migrate.ts';
import {
  notifyNodes,
  notifyOfChange,
  sharedNowMs,
  sharedResponders,
} from '../../database/postgres/other-nodes.ts';
import { ConnectionPool } from '../../database/postgres/pool.ts';
import { migrations } from '../../database/postgres/schema.ts';
import type { Tables } from '../../database/tables.ts';
import type { Metrics } from '../../metrics.ts';
import { ThreadClient } from '../../threads/thread-client.ts';
import { type Store, writabilityCheck } from '../store.ts';
import type { SearchThreadSettings } from './search-thread.ts';

/**
 * The connections of a node beside those for captures and the one that hears of the other nodes. Pages that are read take
 * eight of them at most and changes four: the others are for look-ups that are quick.
 */
const serverConnections = 16;
const operatorConnections = 2;
/** The thread that searches ends, with its connection, if it is asked nothing for so long. */
const idleSearchMs = 60_000;
/** The time in which it may close its connection. */
const endOfSearchMs = 500;

interface PostgresStoreOptions {
  url: string;
  maxStoreBytes?: number;
  log: Logger;
  metrics?: Pick<Metrics, 'groupSize' | 'commitSeconds'>;
  role: 'server' | 'operator';
  /** The time for which a silent leader goes on leading; for tests. */
  leaderLeaseMs?: number;
  /** The time after which the thread that searches ends if it is asked nothing; for tests. */
  idleSearchMs?: number | undefined;
}

/** The store and, for its tests, the thread that searches. */
interface PostgresStore extends Store {
  searching: ThreadClient<SearchExchanges>;
}

/** Connects to the database, brings its schema up to date and begins to hear of the other nodes. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, log, role } = options;
  const sockets = new Sockets();
  const pool = new ConnectionPool({
    url,
    log,
    sockets,
    mostConnections: role === 'server' ? serverConnections : operatorConnections,
  });
  const limit = new SizeLimit(options.maxStoreBytes);
  let announcements: Announcements;
  let stopMeasuring: () => void;
  try {
    await migrate(pool);
    if (role === 'server') await warnWithoutChecksums(pool, log);
    announcements = new Announcements(log, await highestId(pool));
    stopMeasuring = await startMeasuring(pool, limit, options.maxStoreBytes, log);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const appending = new AppendConnection(url, log, sockets);
  const changes = new AccountChanges((changed) => notifyOfChange(pool, changed));
  const messages = new NodeMessages((some) => notifyNodes(pool, some));
  const { leaderLeaseMs } = options;
  const tail = new Tail({ url, log, sockets, announcements, changes, messages, leaderLeaseMs });
  if (role === 'server') await tail.open();
  const searching = new ThreadClient<SearchExchanges>({
    address: new URL('./search-thread.ts', import.meta.url),
    name: 'search',
    work: 'searches',
    log,
    settings: { url } satisfies SearchThreadSettings,
    mostIdleMs: options.idleSearchMs ?? idleSearchMs,
    mostEndMs: endOfSearchMs,
    failure: failureOfStore,
    onNote: (cause) => log.warn({ cause }, 'The connection for searches was lost'),
  });
  const db = new Kysely<Tables>({ dialect: poolDialect(pool) });
  const commit: Commit = async (captures) => {
    const answer = await appending.commit(captures);
    limit.grown(captures);
    return answer;
  };
  const groups = new GroupCommit({
    commit,
    onStored: (group) => tail.stored(group),
    announcements,
    limit,
    log,
    metrics: options.metrics,
  });
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await groups.close();
    await changes.flush();
    await messages.flush();
    stopMeasuring();
    await searching.close();
    await tail.close();
    await appending.close();
    await db.destroy();
    await pool.end();
  }

  return {
    searching,
    db,
    captures: new PostgresCaptureLog({ groups, announcements, pool, searching }),
    changes,
    otherNodes: {
      messages,
      responders: sharedResponders(pool),
      nowMs: sql.raw<number>(sharedNowMs),
    },
    checkWritable: writabilityCheck(() => writeCheck(pool), limit),
    usedShare: () => limit.usedShare,
    isFull: () => limit.full,
    usedBytes: () => usedBytes(pool),
    isLeader: () => tail.isLeader(),
    giveUp() {
      appending.giveUp();
      searching.stop();
      void searching.kill();
      void tail.close();
      sockets.cut();
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

async function highestId(pool: ConnectionPool): Promise<number> {
  const rows = await pool.query<{ id: number | null }>({
    text: 'select max(id) as id from captured_request',
  });
  return rows[0]?.id ?? 0;
}

/** Without checksums of its pages a PostgreSQL server gives what is damaged as if it were right. Version 18 has them by default. */
async function warnWithoutChecksums(pool: ConnectionPool, log: Logger): Promise<void> {
  const [row] = await pool.query<{ checksums: string }>({
    text: `select current_setting('data_checksums') as checksums`,
  });
  if (row?.checksums === 'on') return;
  log.warn(
    'The PostgreSQL server has no data checksums, so damaged captures would be served as they are: see Damage in docs/databases.md',
  );
}

/**
 * Writes and commits one small row: whether the database can take a capture right now. A node whose
 * database was brought to a schema that it does not know is not ready either: a newer one has taken over.
 *
 * @throws {StoreUnavailable}
 */
async function writeCheck(pool: ConnectionPool): Promise<void> {
  const rows = await pool.query<{ needed_version: number }>({
    name: 'check writable',
    text: `update write_check set checks = checks + 1
      returning (select needed_version from schema_version) as needed_version`,
  });
  const needed = rows[0]?.needed_version ?? 0;
  if (needed > migrations.length) {
    throw new StoreUnavailable(
      `The database needs a Hookwell that knows schema version ${needed}, not ${migrations.length}`,
    );
  }
}
