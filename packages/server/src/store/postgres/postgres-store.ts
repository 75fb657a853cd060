import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Announcements } from '../../capture-log/announcements.ts';
import type { Commit } from '../../capture-log/commit-lane.ts';
import { GroupCommit } from '../../capture-log/group-commit.ts';
import { AppendConnection } from '../../capture-log/postgres/append-connection.ts';
import { PostgresCaptureLog } from '../../capture-log/postgres/capture-log.ts';
import { LargeAppend } from '../../capture-log/postgres/large-append.ts';
import { startMeasuring, usedBytes } from '../../capture-log/postgres/space.ts';
import { Tail } from '../../capture-log/postgres/tail.ts';
import { SizeLimit, storeFull } from '../../capture-log/size-limit.ts';
import { poolDialect } from '../../database/postgres/dialect.ts';
import { ConnectionPool } from '../../database/postgres/pool.ts';
import { migrate } from '../../database/postgres/schema/migrate.ts';
import { Sockets } from '../../database/postgres/sockets.ts';
import type { Tables } from '../../database/tables.ts';
import type { Metrics } from '../../metrics.ts';
import { sharedRun } from '../shared-run.ts';
import type { Store } from '../store.ts';
import { checkWritable } from './check-writable.ts';
import { refuseUnfinishedMigration } from './refuse-unfinished.ts';

/** Connections a node takes beside those for captures and the one to hear of the other nodes. */
const serverPool = 10;
const operatorPool = 2;
/** One stores large captures, the other flushes what that has written. */
const largePoolSize = 2;

export interface PostgresStoreOptions {
  url: string;
  maxStoreBytes?: number;
  log: Logger;
  metrics?: Pick<Metrics, 'groupSize' | 'commitSeconds'>;
  role: 'server' | 'operator';
  /** How long, in milliseconds, a leader that says nothing goes on being one; for tests. */
  leaderLease?: number;
}

/** Connects to the database, migrates it where needed and begins to hear of the other nodes. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, log, role } = options;
  const sockets = new Sockets();
  const pool = new ConnectionPool({
    url,
    log,
    sockets,
    size: role === 'server' ? serverPool : operatorPool,
  });
  const limit = new SizeLimit(options.maxStoreBytes);
  let announcements: Announcements;
  let stopMeasuring: () => void;
  try {
    await migrate(pool);
    await refuseUnfinishedMigration(pool);
    announcements = new Announcements(log, await highestId(pool));
    stopMeasuring = await startMeasuring(pool, limit, options.maxStoreBytes, log);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const appending = new AppendConnection(url, log, sockets);
  const largePool = new ConnectionPool({
    url,
    name: 'large captures',
    log,
    sockets,
    size: largePoolSize,
  });
  const appendingLarge = new LargeAppend(largePool);
  const tail = new Tail({ url, log, sockets, announcements, leaderLease: options.leaderLease });
  if (role === 'server') await tail.open();
  const db = new Kysely<Tables>({ dialect: poolDialect(pool) });
  const counting =
    (commit: Commit): Commit =>
    async (captures) => {
      const answer = await commit(captures);
      limit.grown(captures);
      return answer;
    };
  const groups = new GroupCommit({
    commit: counting((captures) => appending.commit(captures)),
    large: {
      commit: counting((captures) => appendingLarge.commit(captures)),
      // What they write to the log is part of what the next small commit flushes, and a core is busy with it.
      rest: 2,
    },
    onStored: (group) => tail.stored(group),
    announcements,
    limit,
    log,
    metrics: options.metrics,
  });
  let closing: Promise<void> | undefined;

  async function check(): Promise<void> {
    await checkWritable(pool);
    if (limit.full) throw storeFull();
  }

  async function close(): Promise<void> {
    await groups.close();
    stopMeasuring();
    await tail.close();
    await appending.close();
    await largePool.end();
    await db.destroy();
    await pool.end();
  }

  return {
    db,
    captures: new PostgresCaptureLog({ groups, announcements, pool }),
    // Asking often costs no more than asking once.
    checkWritable: sharedRun(check),
    usedShare: () => limit.usedShare,
    usedBytes: () => usedBytes(pool),
    isLeader: () => tail.isLeader(),
    giveUp() {
      appending.giveUp();
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
