import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

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
