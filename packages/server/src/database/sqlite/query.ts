import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { remember } from '../../fairness/remember.ts';
import type { Answers } from '../../threads/answer-questions.ts';
import type { Connection } from './connection.ts';

/** Functions of a thread's connection, by the names that the event loop asks for them by. */
type Functions = Readonly<Record<string, (connection: Connection, ...asked: never[]) => unknown>>;

/** The questions that functions answer: what follows the connection is asked, in an array. */
export type Questions<Of extends Functions> = {
  [Kind in keyof Of]: Of[Kind] extends (
    connection: Connection,
    ...asked: infer Asked
  ) => infer Answer
    ? { ask: Asked; answer: Answer }
    : never;
};

/** Answers each question by its function, with the connection that `run` gives. */
export function answersBy<Of extends Functions>(
  functions: Of,
  run: (work: (connection: Connection) => unknown) => unknown,
): Answers<Questions<Of>> {
  const answers = Object.entries(functions).map(([kind, answer]) => [
    kind,
    (asked: never[]) => run((connection) => answer(connection, ...asked)),
  ]);
  // The types of the functions are lost among the entries.
  return Object.fromEntries(answers) as Answers<Questions<Of>>;
}

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

interface QueryAnswer {
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
