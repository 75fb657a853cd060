import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
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

/** Creates the directory and those above it that are missing, with mode 0700. */
export function createPrivateDirectory(directory: string): void {
  if (existsSync(directory)) return;
  createPrivateDirectory(dirname(directory));
  try {
    // One by one: with `recursive`, Node 26 tries for ever if /proc refuses.
    mkdirSync(directory, 0o700);
  } catch (error) {
    if (!existsAlready(error)) throw error;
  }
}

function existsAlready(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
