import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { remember } from '../../fairness/remember.ts';
import type { Connection } from './connection.ts';

/** The question of Kysely's driver to the writer, or to the reader if it is a SELECT outside a transaction. */
export interface QueryExchanges {
  query: { ask: QueryAsk; answer: QueryAnswer };
}

/** And those to the writer alone. */
export interface TransactionExchanges {
  begin: { ask: TransactionId; answer: unknown };
  commit: { ask: TransactionId; answer: unknown };
  rollback: { ask: TransactionId; answer: unknown };
}

/** A number that this process uses for one transaction only. */
export type TransactionId = number;

export interface QueryAsk {
  sql: string;
  parameters: SQLInputValue[];
  /** The transaction that the statement belongs to; absent if it runs alone. */
  transaction?: TransactionId;
}

export interface QueryAnswer {
  rows: unknown[];
  changes: number;
  lastId: number;
}

/** Statements that Kysely wrote differ by the lengths of their lists: the oldest makes room for a new one. */
const mostPrepared = 200;

/** Runs the statements that come from Kysely, in this thread. */
export class Queries {
  readonly #prepared = new Map<string, StatementSync>();
  #connection: Connection | undefined;

  run(connection: Connection, { sql, parameters }: QueryAsk): QueryAnswer {
    const statement = this.#prepare(connection, sql);
    if (statement.columns().length > 0) {
      const rows = statement.all(...parameters);
      return { rows, changes: rows.length, lastId: 0 };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  #prepare(connection: Connection, sql: string): StatementSync {
    if (this.#connection !== connection) {
      this.#prepared.clear();
      this.#connection = connection;
    }
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = connection.database.prepare(sql);
      remember(this.#prepared, sql, statement, mostPrepared);
    }
    return statement;
  }
}
