import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CannotOpenStore } from '../errors.ts';

/** `sqlite:./path` and `sqlite:/path`, absolute; undefined where the URL names another kind of database. */
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
 * what is in the log.
 * @throws CannotOpenStore
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
