import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotOpenStore } from '../errors.ts';
import { type Connection, resultCode, SQLITE_BUSY } from './connection.ts';

/**
 * The path in `sqlite:./path` and `sqlite:/path`, absolute; undefined if the URL names another kind of database.
 *
 * @throws {CannotOpenStore} if it names no file
 */
export function sqliteFileOf(url: string): string | undefined {
  if (!url.startsWith('sqlite:')) return undefined;
  const path = url.slice('sqlite:'.length);
  if (path === '' || path === ':memory:' || path.endsWith('/')) {
    throw new CannotOpenStore('it names no file, as in sqlite:./data/hookwell.db');
  }
  return resolve(path.startsWith('///') ? path.slice(2) : path);
}

/**
 * The one name of a file that exists, whichever symbolic links lead to it. SQLite's log and the server's
 * lock go by that name: under a hard link a second server would find neither, and a backup would lack
 * the contents of the log.
 *
 * @throws {CannotOpenStore} if there is no such file, or if it has several names
 */
export function canonicalFile(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new CannotOpenStore('there is no such file');
  if (!stats.isFile()) throw new CannotOpenStore('it is no regular file');
  if (stats.nlink > 1) {
    throw new CannotOpenStore(`it has ${stats.nlink} names (hard links): remove all but one`);
  }
  return realpathSync(file);
}

/**
 * The database, SQLite's files beside it and copies of it in its directory, by their names: `hookwell.db`,
 * `hookwell.db-wal`, `hookwell.db.bak`, `hookwell-2026-03-01.db` and the like. The server's lock has nothing in it.
 */
export async function databaseFiles(file: string): Promise<string[]> {
  const database = await realpath(file);
  const [folder, name, extension] = [dirname(database), basename(database), extname(database)];
  const names = await readdir(folder);
  return names
    .filter((one) => one.startsWith(name) || (extension !== '' && one.endsWith(extension)))
    .filter((one) => one !== `${name}.lock`)
    .sort()
    .map((one) => join(folder, one));
}

/**
 * Files with emails, password hashes and captured secrets are for the server's user alone. SQLite would
 * create its files readable for all; it takes an empty one that is there already, and gives the files
 * beside it (-wal, -shm) the same mode. A file that exists keeps its mode, which somebody may have chosen.
 */

/** Creates an empty file with mode 0600. Returns false if something has the name already. */
export function createPrivateFile(file: string): boolean {
  try {
    // Never opens a file that exists: closing it again would drop all locks of this process on it
    // (https://www.sqlite.org/howtocorrupt.html, section 2.2).
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    if (existsAlready(error)) return false;
    throw error;
  }
}

/**
 * Creates the directory and those above it that are missing, with mode 0700. Their names are on the disk when it returns: SQLite syncs
 * the directory of its files, but not those above, and a power failure would take the whole database.
 */
export function createPrivateDirectory(directory: string): void {
  if (existsSync(directory)) return;
  createPrivateDirectory(dirname(directory));
  try {
    // One by one: with `recursive`, Node 26 tries for ever if /proc refuses.
    mkdirSync(directory, 0o700);
  } catch (error) {
    if (!existsAlready(error)) throw error;
  }
  syncNames(dirname(directory));
}

/** Brings the names in a directory to the disk, where the system can do that. */
function syncNames(directory: string): void {
  try {
    const handle = openSync(directory, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!withoutSync.has(codeOf(error))) throw error;
  }
}

/** Directories that cannot be opened for reading, and systems that sync none. */
const withoutSync: ReadonlySet<unknown> = new Set(['EACCES', 'EINVAL', 'EISDIR', 'EPERM']);

function existsAlready(error: unknown): boolean {
  return codeOf(error) === 'EEXIST';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

const stepBytes = 1024 * 1024;

/**
 * Writes the write-ahead log once more, as it is, and syncs it. After a sync that failed, a system may still give what it could not
 * bring to the disk to whoever reads it, and call the next sync a success (https://lwn.net/Articles/752063/). A server that starts then
 * would take the commit that failed for a good one and write its own behind it, and a power failure would take all of them.
 */
export function writeLogAgain(connection: Connection, file: string): void {
  const log = `${file}-wal`;
  // An empty transaction: no other process writes to the log meanwhile.
  connection.write(() => {
    // SQLite holds no lock on this file that closing it would drop.
    if (existsSync(log)) writeAgain(log);
  });
}

function writeAgain(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, stepBytes));
    for (let at = 0; at < size; ) {
      const count = readSync(handle, bytes, 0, bytes.byteLength, at);
      if (count === 0) break;
      for (let written = 0; written < count; ) {
        written += writeSync(handle, bytes, written, count - written, at + written);
      }
      at += count;
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Makes this process the one server on the database: captures get their ids from one writer, and live
 * streams hear of one writer's commits. The lock is that of an empty SQLite database beside the file,
 * held in a transaction for as long as the server runs; the kernel frees it when the process dies.
 * Operator commands take no lock. Returns a function that frees it, which may be called again.
 *
 * @throws {CannotOpenStore} if another server has it
 */
export function takeServerLock(file: string): () => void {
  createPrivateFile(`${file}.lock`);
  const database = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (resultCode(error) !== SQLITE_BUSY) throw error;
    throw new CannotOpenStore('another Hookwell server is running on it');
  }
  return () => {
    if (database.isOpen) database.close();
  };
}
