import type { Database } from '../database/tables.ts';

/** The row of a wait that was not ended as expected. */
export interface FoundWait {
  /** The node that has the sender's connection. */
  node: string;
  /** The status that a listener gave; null while the sender waits. */
  answer: string | null;
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
      .select(['node', 'answer'])
      .where('capture_id', '=', captureId)
      .executeTakeFirst();
  }

  /** Stores the answer of a listener. False, and nothing is done, if the sender waits no more. */
  async answer(
    captureId: number,
    { status, retryAfter }: { status: number; retryAfter: number | undefined },
  ): Promise<boolean> {
    const stored = await this.#db
      .updateTable('listener_answer')
      .set({ answer: String(status), retry_after: retryAfter ?? null })
      .where('capture_id', '=', captureId)
      .where('answer', 'is', null)
      .returning('capture_id')
      .execute();
    return stored.length > 0;
  }

  /** Ends the waits to which no answer was stored; gives the captures of those. */
  async end(captureIds: readonly number[]): Promise<Set<number>> {
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
