import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { CallerEnded } from '../errors.ts';
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
