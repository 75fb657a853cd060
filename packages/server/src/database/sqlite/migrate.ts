import type { DatabaseSync } from 'node:sqlite';
import { CannotOpenStore } from '../errors.ts';
import { migrations } from './schema.ts';

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
export function refuseNewerSchema(database: DatabaseSync): void {
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
