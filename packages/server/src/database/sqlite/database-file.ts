import { realpathSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { CannotOpenStore } from '../errors.ts';

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
