import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { CannotOpenStore } from '../errors.ts';
import { Connection, resultCode, SQLITE_BUSY } from './connection.ts';
import { createPrivateFile } from './database-file.ts';
import { migrations } from './schema.ts';

/** A connection waits so long for a write of another process before it gives up. */
const busyTimeoutMs = 5000;

/**
 * The write-ahead log is reused, not truncated, since overwriting is cheaper to flush than appending;
 * a log that a burst of large bodies or a backup made longer than this is cut at its next reuse.
 */
const keptWalBytes = 64 * 1024 * 1024;

/**
 * Pages of 4 KiB in the write-ahead log before a commit copies them into the database. That commit is the slowest, and the
 * reading thread has copied most of them before (`capture-log/sqlite/committing-thread.ts`): what is left is done here, and what
 * is not captures. The log begins anew once all of it is copied, so this is also its usual length.
 */
const autocheckpointPages = 4000;

/**
 * Pages that a connection keeps, in KiB; the others come from the system's cache. Captures write at the ends of tables and
 * read nothing back: with 16,000 the writer took 9 MiB more and no less processor time, even where the names of 300,000
 * deliveries had 0.6 more reads for each capture.
 */
const cachedKibibytes = 4000;

/** Opens the database for writing: creates the file if it is missing, and brings the schema up to date. */
export function openForWriting(file: string): Connection {
  createPrivateFile(file);
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    refuseNewerSchema(database);
    // Lets `releaseSpace` give pages back in small steps. It has an effect only on a new file, and writes to it.
    if (isNew(database)) database.exec('pragma auto_vacuum = incremental');
    useWriteAheadLog(database);
    database.exec(`
      pragma synchronous = full;
      pragma wal_autocheckpoint = ${autocheckpointPages};
      pragma journal_size_limit = ${keptWalBytes};
      pragma cache_size = -${cachedKibibytes};
    `);
    migrate(database);
    // See `lockName`.
    database.function('lock_name', (_name) => null);
    return new Connection(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a database that a writer of this process has opened before. */
export function openForReading(file: string): Connection {
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    database.exec(`pragma cache_size = -${cachedKibibytes}`);
    return new Connection(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a database, that a writer of this process has opened before, for checkpoints beside the writer. */
export function openForCheckpoints(file: string): Connection {
  const existing = pathToFileURL(file);
  existing.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(existing, { timeout: 0 });
  try {
    // The log is flushed before its pages are copied, and the file before the log is used anew.
    database.exec('pragma synchronous = full; pragma cache_size = -100');
    return new Connection(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function isNew(database: DatabaseSync): boolean {
  return database.prepare('pragma page_count').get()?.page_count === 0;
}

/**
 * Changing the journal mode of a new file does not always heed the busy timeout: of processes that
 * create it at once, one in 200 failed another. It is tried again until the other is done.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (resultCode(error) !== SQLITE_BUSY || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/**
 * Brings the schema up to date. Each migration is one transaction that checks the version it starts
 * from, so that of two processes that start at once one migrates and the other finds it done.
 */
export function migrate(database: DatabaseSync): void {
  for (const [index, migration] of migrations.entries()) {
    if (schemaVersion(database) > index) continue;
    database.exec('begin immediate');
    try {
      if (schemaVersion(database) === index) {
        database.exec(migration);
        database.exec(`pragma user_version = ${index + 1}`);
      }
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }
  refuseNewerSchema(database);
}

/**
 * An older Hookwell must not write to a database whose rules it does not know.
 *
 * @throws {CannotOpenStore} if the schema is newer than this Hookwell
 */
function refuseNewerSchema(database: DatabaseSync): void {
  const version = schemaVersion(database);
  if (version > migrations.length) {
    throw new CannotOpenStore(
      `its schema has version ${version}, but this Hookwell knows versions up to ${migrations.length}: start a newer Hookwell`,
    );
  }
}

function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.user_version);
}
