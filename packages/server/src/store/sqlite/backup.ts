import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotOpenStore } from '../../database/errors.ts';
import { canonicalFile, createPrivateFile } from '../../database/sqlite/database-file.ts';
import { keyCharacters } from '../../database/tables.ts';

/**
 * Writes a compact copy of the database. It is one snapshot: everything acknowledged before the start is
 * in it. A server's write-ahead log grows meanwhile, with every capture, and is cut again afterwards.
 * It blocks this thread: meant for a command, not for a server. A damaged database is not copied.
 * @returns one of the encrypted secrets under each key that the database has secrets of
 */
export function backupSqlite(source: string, target: string, overwrite: boolean): string[] {
  const file = resolve(target);
  const sourceFile = canonicalFile(source);
  refuseWithoutFolder(file);
  refuseExisting(file, overwrite);
  // Beside the target, so that the rename stays within one file system.
  const unfinished = `${file}.unfinished-${process.pid}`;
  const database = new DatabaseSync(sourceFile, { timeout: 5000 });
  try {
    refuseDamage(database);
    rmSync(unfinished, { force: true });
    if (!createPrivateFile(unfinished)) throw new CannotOpenStore(`${unfinished} exists already`);
    database.prepare('vacuum into ?').run(unfinished);
    // Nothing could be checkpointed meanwhile. It is done here, beside the server, or its next commit would have
    // to: after 8 s under full load that was 380 MB and 1.9 s in which no capture was answered.
    database.exec('pragma wal_checkpoint(passive)');
    flush(unfinished);
    refuseExisting(file, overwrite);
    renameSync(unfinished, file);
    flush(dirname(file));
    return secretsByKey(database);
  } finally {
    database.close();
    rmSync(unfinished, { force: true });
  }
}

function refuseDamage(database: DatabaseSync): void {
  const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
  if (found !== 'ok') throw new CannotOpenStore(`the database is damaged: ${found}`);
}

function secretsByKey(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `select min(secrets) as secrets from endpoint_settings where secrets is not null
       group by substr(secrets, 1, ${keyCharacters})`,
    )
    .all();
  return rows.map(({ secrets }) => String(secrets));
}

function refuseWithoutFolder(file: string): void {
  const folder = dirname(file);
  if (!isFolder(folder)) throw new CannotOpenStore(`there is no folder ${folder}: make it first`);
}

/** A link that leads to one is one as well. */
function isFolder(path: string): boolean {
  return existsSync(`${path}${sep}`);
}

function refuseExisting(file: string, overwrite: boolean): void {
  if (isFolder(file)) throw new CannotOpenStore('that is a folder: name a file in it');
  if (!overwrite && existsSync(file)) throw new CannotOpenStore('that file exists already');
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
