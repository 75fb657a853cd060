import type { StatementSync } from 'node:sqlite';
import type { QueryAnswer, QueryAsk } from '../../store/sqlite/messages.ts';
import type { Connection } from './connection.ts';

/** Statements that Kysely wrote differ by the lengths of their lists: the oldest makes room for a new one. */
const MOST_PREPARED = 200;

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
      if (this.#prepared.size >= MOST_PREPARED) {
        const [oldest = ''] = this.#prepared.keys();
        this.#prepared.delete(oldest);
      }
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}
