import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { errorMessage } from '@hookwell/core/api/error-message';
import { CallerEnded, StoreUnavailable, UniqueViolation } from '../errors.ts';
import type { CallerRow } from '../transaction.ts';

/** One connection and the statements prepared on it. It lives in a thread of its own, never on the event loop. */
export class Connection {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** A statement that stays prepared, so its text must be one of a fixed set. Rows come as arrays. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql, { returnArrays: true });
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** The first row's values in the order of the columns. */
  row(sql: string, ...parameters: SQLInputValue[]): SQLOutputValue[] | undefined {
    // The types of node:sqlite do not know that `returnArrays` makes arrays of the rows.
    return this.statement(sql).get(...parameters) as unknown as SQLOutputValue[] | undefined;
  }

  /** Every row's values in the order of the columns. */
  rows(sql: string, ...parameters: SQLInputValue[]): SQLOutputValue[][] {
    // See `row`.
    return this.statement(sql).all(...parameters) as unknown as SQLOutputValue[][];
  }

  /** The same, each read when it is asked for. The statement must not run again meanwhile. */
  each(sql: string, ...parameters: SQLInputValue[]): Iterable<SQLOutputValue[]> {
    // See `row`.
    return this.statement(sql).iterate(...parameters) as unknown as Iterable<SQLOutputValue[]>;
  }

  /** Runs a statement that gives no rows; returns the number of rows that it changed. */
  run(sql: string, ...parameters: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...parameters).changes);
  }

  /** Runs `work` in a write transaction, which is durable once this returns. */
  write<T>(work: () => T): T {
    return this.#within('begin immediate', work);
  }

  /** Runs `work` on one snapshot. */
  read<T>(work: () => T): T {
    return this.#within('begin', work);
  }

  #within<T>(begin: string, work: () => T): T {
    this.run(begin);
    try {
      const result = work();
      this.run('commit');
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /** Some errors (a full disk) have already rolled back: then there is nothing to do. */
  rollBack(): void {
    if (this.database.isTransaction) this.run('rollback');
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }
}

/**
 * Refuses a change within a transaction of the thread once its caller may not make it.
 * @throws {CallerEnded}
 */
export function refuseEndedCaller(connection: Connection, rows: readonly CallerRow[]): void {
  for (const { of, sql, parameters } of rows)
    if (connection.row(sql, ...parameters) === undefined) throw new CallerEnded(of);
}

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
