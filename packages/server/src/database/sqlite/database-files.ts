import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

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
