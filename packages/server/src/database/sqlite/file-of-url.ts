import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CannotOpenStore } from '../store.ts';

/** `sqlite:./path` and `sqlite:/path`, absolute; undefined where the URL names another kind of database. */
export function sqliteFileOf(url: string): string | undefined {
  if (!url.startsWith('sqlite:')) return undefined;
  const path = url.slice('sqlite:'.length);
  if (path === '' || path === ':memory:' || path.endsWith('/')) {
    throw new CannotOpenStore('it names no file, as in sqlite:./data/hookwell.db');
  }
  return resolve(path.startsWith('///') ? path.slice(2) : path);
}

/** The one name of a file, whichever links lead to it: two servers must find the same lock. */
export function canonicalFile(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}
