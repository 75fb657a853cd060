import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { Announcements } from '../../capture-log/announcements.ts';
import { GroupCommit } from '../../capture-log/group-commit.ts';
import { SizeLimit } from '../../capture-log/size-limit.ts';
import { SqliteCaptureLog } from '../../capture-log/sqlite/capture-log.ts';
import { Checkpoints, CommittingThread } from '../../capture-log/sqlite/committing-thread.ts';
import { AccountChanges } from '../../database/account-changes.ts';
import { failureOfStore } from '../../database/errors.ts';
import {
  canonicalFile,
  createPrivateDirectory,
  createPrivateFile,
  takeServerLock,
} from '../../database/sqlite/database-file.ts';
import { threadDialect } from '../../database/sqlite/dialect.ts';
import type { Database, Tables } from '../../database/tables.ts';
import type { Metrics } from '../../metrics.ts';
import type { ExchangesOf } from '../../threads/messages.ts';
import { ThreadClient } from '../../threads/thread-client.ts';
import { type Store, writabilityCheck } from '../store.ts';
import type { ReaderExchanges, ThreadSettings, WriterExchanges } from './thread-work.ts';

interface SqliteStoreOptions {
  file: string;
  maxStoreBytes?: number;
  log: Logger;
  metrics?: Pick<Metrics, 'groupSize' | 'commitSeconds'>;
  role: 'server' | 'operator';
  diskBounds?: DiskBounds;
}

/** The store and, for its tests, the threads behind it. */
export interface SqliteStore extends Store {
  threads: { writer: ThreadClient<WriterExchanges>; reader: ThreadClient<ReaderExchanges> };
}

/** Opens the database file and starts both threads. Creates the file and its directory if they are missing. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  createPrivateDirectory(dirname(options.file));
  createPrivateFile(options.file);
  const file = canonicalFile(options.file);
  const unlock = options.role === 'server' ? takeServerLock(file) : () => {};
  const limit = new SizeLimit(options.maxStoreBytes);
  const { log } = options;
  const tellsUsedBytes = options.maxStoreBytes !== undefined;
  const start = <Exchanges extends ExchangesOf<Exchanges>>(
    thread: 'writer' | 'reader',
    work: string,
  ) =>
    new ThreadClient<Exchanges>({
      address: new URL('./thread.ts', import.meta.url),
      name: thread,
      work,
      log,
      settings: { thread, file, tellsUsedBytes } satisfies ThreadSettings,
      keepsRunning: true,
      failure: failureOfStore,
      onNote: (usedBytes) => limit.measured(Number(usedBytes)),
    });
  const writer = start<WriterExchanges>('writer', 'writes to the database');
  // It opens its connection for its first question: by then the writer has created the file.
  const reader = start<ReaderExchanges>('reader', 'reads the database');

  async function closeThreads(): Promise<void> {
    // The writer is the last, so that its checkpoint finds no reader.
    await reader.close();
    await writer.close();
    unlock();
  }

  const committedThrough = await writer.ask('open', options.role).catch(async (error: unknown) => {
    await closeThreads();
    throw error;
  });
  const stopWatching =
    options.role === 'server' && options.maxStoreBytes === undefined
      ? await watchDisk({
          folder: dirname(file),
          ...{ limit, log, bounds: options.diskBounds ?? defaultDiskBounds },
        })
      : () => {};
  const announcements = new Announcements(log, committedThrough);
  const checkpoints = new Checkpoints(reader);
  const committing = new CommittingThread(writer, announcements, checkpoints);
  writer.onRestart = () => committing.restarted();
  const groups = new GroupCommit({
    commit: (captures) => committing.commit(captures),
    onStored: ({ through, captures }) =>
      announcements.committed({ through, captures, elsewhere: [] }),
    announcements,
    limit,
    log,
    metrics: options.metrics,
  });
  const db = new Kysely<Tables>({ dialect: threadDialect({ writer, reader }) });
  const changes: AccountChanges = new AccountChanges(async (changed) => changes.heard(changed));
  const stopFollowing = options.role === 'server' ? followOtherProcesses(db, changes) : () => {};
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await groups.close();
    stopFollowing();
    stopWatching();
    await db.destroy();
    await closeThreads();
  }

  return {
    threads: { writer, reader },
    db,
    captures: new SqliteCaptureLog({ groups, announcements, writer, reader }),
    changes,
    checkWritable: writabilityCheck(() => writer.ask('checkWritable', null), limit),
    usedShare: () => limit.usedShare,
    isFull: () => limit.full,
    usedBytes: () => reader.ask('usedBytes', null),
    isLeader: async () => true,
    // There is nothing to give up: the threads answer, or have ended.
    giveUp: () => {},
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Between two looks at what other processes committed, and between two at the free space of the disk. */
const lookIntervalMs = 1000;

/**
 * Tells of what other processes commit to the database: operator commands. SQLite counts their commits for the
 * connection that asks, so it is asked once a second while anybody wants to know.
 * @returns a function that stops it
 */
function followOtherProcesses(db: Database, changes: AccountChanges): () => void {
  let known: number | undefined;

  async function look(): Promise<void> {
    // A statement that is no SELECT goes to the writing thread, whose own commits do not count.
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
    const version = rows[0]?.data_version;
    if (known !== undefined && version !== known) changes.heard('any');
    known = version;
  }

  let looking = Promise.resolve();
  /** A thread that was lost is another one at the next look. */
  const lookNext = (): void => {
    looking = looking.then(look).catch(() => undefined);
  };
  lookNext();
  const looks = setInterval(() => changes.isWanted && lookNext(), lookIntervalMs).unref();
  return () => clearInterval(looks);
}

/** How much of the disk has to stay free. It is read at every look. */
export interface DiskBounds {
  leastFreeBytes: number;
}

/** The rest is for the write-ahead log, for what comes between two looks, and for other programs on this disk. */
const defaultDiskBounds: DiskBounds = { leastFreeBytes: 1024 ** 3 };

interface WatchedDisk {
  folder: string;
  limit: SizeLimit;
  bounds: DiskBounds;
  log: Logger;
}

/** Refuses captures while the disk is nearly full, for a store without a size limit. Resolves after the first look, with the end. */
async function watchDisk({ folder, limit, bounds, log }: WatchedDisk): Promise<() => void> {
  let wasShort = false;

  async function look(): Promise<void> {
    const { bavail, bsize } = await statfs(folder);
    const isShort = bavail * bsize < bounds.leastFreeBytes;
    limit.diskIsShort = isShort;
    if (isShort && !wasShort) {
      log.warn(
        { folder, freeBytes: bavail * bsize, leastFreeBytes: bounds.leastFreeBytes },
        'The disk is nearly full: receive URLs answer 507 until there is room. Make some, or say with HOOKWELL_MAX_STORE_BYTES how much the store may take',
      );
    } else if (wasShort && !isShort) log.info({ folder }, 'The disk has room again');
    wasShort = isShort;
  }

  // A file system that cannot tell is left to its own errors.
  const lookOrLeave = () => look().catch(() => undefined);
  await lookOrLeave();
  const looks = setInterval(lookOrLeave, lookIntervalMs).unref();
  return () => clearInterval(looks);
}
