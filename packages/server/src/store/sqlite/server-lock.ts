import { DatabaseSync } from 'node:sqlite';
import { CannotOpenStore } from '../../database/errors.ts';
import { createPrivateFile } from '../../database/sqlite/database-file.ts';
import { resultCode, SQLITE_BUSY } from '../../database/sqlite/errors.ts';

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
