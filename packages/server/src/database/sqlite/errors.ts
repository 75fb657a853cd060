import { errorMessage } from '@hookwell/core/api/error-message';
import { StoreUnavailable, UniqueViolation } from '../errors.ts';

export const SQLITE_BUSY = 5;

// Primary result codes, https://www.sqlite.org/rescode.html: faults of the store or its surroundings, not of the statement.
const faultsOfSurroundings = new Set([
  SQLITE_BUSY,
  6, // SQLITE_LOCKED
  7, // SQLITE_NOMEM
  8, // SQLITE_READONLY
  9, // SQLITE_INTERRUPT
  10, // SQLITE_IOERR
  11, // SQLITE_CORRUPT
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
  15, // SQLITE_PROTOCOL
  26, // SQLITE_NOTADB
]);

// After these a connection may hold a broken view of its files; a new one reads them anew.
const faultsOfConnection = new Set([7, 8, 10, 11, 14, 15, 26]);

// SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY, extended result codes.
const uniqueViolations = new Set([2067, 1555]);

export function needsNewConnection(error: unknown): boolean {
  return faultsOfConnection.has(resultCode(error) & 0xff);
}

// SQLITE_CORRUPT and SQLITE_NOTADB.
const damages = new Set([11, 26]);

/** Whether SQLite found the database file damaged. */
function isDamage(error: unknown): boolean {
  return damages.has(resultCode(error) & 0xff);
}

/** The error as the rest of the server knows it, of the database `file`. */
export function storeError(error: unknown, file: string): unknown {
  const code = resultCode(error);
  if (uniqueViolations.has(code)) return new UniqueViolation(errorMessage(error));
  if (!faultsOfSurroundings.has(code & 0xff)) return error;
  const message = errorMessage(error);
  return new StoreUnavailable(isDamage(error) ? `${file}: ${message}` : message);
}

/** The extended result code of an error of node:sqlite, 0 for any other error. */
export function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return 0;
  return typeof error.errcode === 'number' ? error.errcode : 0;
}
