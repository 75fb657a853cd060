import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** The row of a wait that was not ended as expected. */
export interface FoundWait {
  /** The node that has the sender's connection. */
  node: string;
  /** The status that a listener gave; null while the sender waits. */
  answer: string | null;
  /** The end of its time, in milliseconds since 1970: by the clock of the database, if there are other nodes. */
  waitsUntil: number;
}

/** An answer to a capture, as it is stored. */
export interface StoredStatus {
  captureId: number;
  status: number;
  /** In seconds. */
  retryAfter: number | undefined;
}

/**
 * The rows of waits for listeners. Each method is one statement, which is a transaction by itself: of two that end the same
 * wait, one finds it ended.
 */
export class AnswerRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The wait of a capture; undefined if its sender does not wait and no listener answered. */
  async find(captureId: number): Promise<FoundWait | undefined> {
    return await this.#db
      .selectFrom('listener_answer')
      .select(['node', 'answer', 'waits_until as waitsUntil'])
      .where('capture_id', '=', captureId)
      .executeTakeFirst();
  }

  /** Stores answers of listeners to senders that still wait; gives the captures of those. */
  async answer(answers: readonly StoredStatus[]): Promise<ReadonlySet<number>> {
    const values = answers.map(
      ({ captureId, status, retryAfter }) =>
        sql`(cast(${captureId} as bigint), cast(${String(status)} as text), cast(${retryAfter ?? null} as bigint))`,
    );
    const { rows } = await sql<{ capture_id: number }>`
      with given (id, status, seconds) as (values ${sql.join(values)})
      update listener_answer set answer = given.status, retry_after = given.seconds
      from given where capture_id = given.id and answer is null
      returning capture_id`.execute(this.#db);
    return new Set(rows.map((row) => row.capture_id));
  }

  /** Ends the waits to which no answer was stored; gives the captures of those. */
  async end(captureIds: readonly number[]): Promise<ReadonlySet<number>> {
    const ended = await this.#db
      .deleteFrom('listener_answer')
      .where('capture_id', 'in', captureIds)
      .where('answer', 'is', null)
      .returning('capture_id')
      .execute();
    return new Set(ended.map((row) => row.capture_id));
  }

  /** Forgets an answer that its sender did not get. */
  async forget(captureId: number): Promise<void> {
    await this.#db.deleteFrom('listener_answer').where('capture_id', '=', captureId).execute();
  }

  /** Ends the waits that were over at this time: the nodes of their senders are gone. */
  async endLeft(before: number): Promise<void> {
    await this.#db
      .deleteFrom('listener_answer')
      .where('waits_until', '<', before)
      .where('answer', 'is', null)
      .execute();
  }
}
