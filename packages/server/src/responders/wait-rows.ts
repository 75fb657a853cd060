import type { LiteralAnswer } from '@hookwell/core/rules';
import { sql } from 'kysely';
import type { Store } from '../store/store.ts';

/** One statement ends so many waits. */
const maxInStatement = 500;
/** Waits that were over for so long were left behind by nodes that are gone. */
const leftAfterMs = 60_000;

/**
 * The rows of senders that wait for responders, and of answers to them. An answer is stored, and a wait ended, by one conditional
 * statement, so that one of both wins. The answer stands in the row until the node of its sender takes it, and counts from then on.
 */
export class WaitRows {
  readonly #db: Store['db'];
  /** The waits that are ended together next. */
  #ending: { captureId: number; decided: PromiseWithResolvers<boolean> }[] = [];
  #isEnding = false;

  constructor(db: Store['db']) {
    this.#db = db;
  }

  /** Stores an answer. False if the sender waits no more, or another answer is stored. */
  async answer(captureId: number, answer: LiteralAnswer): Promise<boolean> {
    const { status, retryAfter = null, body } = answer;
    const offered = JSON.stringify({ ...answer, body: Buffer.from(body).toString('base64') });
    const { numUpdatedRows } = await this.#db
      .updateTable('listener_answer')
      .set({ answer: String(status), retry_after: retryAfter, offered: Buffer.from(offered) })
      .where('capture_id', '=', captureId)
      .where('answer', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Ends a wait, together with all that are to be ended meanwhile. False if an answer is stored, or the capture was removed.
   * @throws {StoreUnavailable} if nobody knows
   */
  end(captureId: number): Promise<boolean> {
    const decided = Promise.withResolvers<boolean>();
    this.#ending.push({ captureId, decided });
    if (!this.#isEnding) void this.#endAll();
    return decided.promise;
  }

  /** The answer that is stored and was not taken. */
  async read(captureId: number): Promise<LiteralAnswer | undefined> {
    const offered = await this.#offered(captureId);
    if (!offered) return undefined;
    // `answer` wrote it.
    const { body, ...head } = JSON.parse(Buffer.from(offered).toString()) as LiteralAnswer & {
      body: string;
    };
    return { ...head, body: Buffer.from(body, 'base64') };
  }

  /** Takes an answer that is stored, for its sender; once more changes nothing. False if the capture was removed. */
  async take(captureId: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('listener_answer')
      .set({ offered: null })
      .where('capture_id', '=', captureId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Forgets an answer that its sender did not get. */
  async forget(captureId: number): Promise<void> {
    await this.#db.deleteFrom('listener_answer').where('capture_id', '=', captureId).execute();
  }

  /** What became of an answer that was stored: it goes with its capture, and with its sender. */
  async outcome(captureId: number): Promise<'taken' | 'stored' | 'gone'> {
    const offered = await this.#offered(captureId);
    if (offered === undefined) return 'gone';
    return offered === null ? 'taken' : 'stored';
  }

  async #offered(captureId: number): Promise<Uint8Array | null | undefined> {
    const row = await this.#db
      .selectFrom('listener_answer')
      .select('offered')
      .where('capture_id', '=', captureId)
      .executeTakeFirst();
    return row?.offered;
  }

  async #endAll(): Promise<void> {
    this.#isEnding = true;
    // Those of the same turn of the event loop go together.
    await undefined;
    while (this.#ending.length > 0) {
      const some = this.#ending.splice(0, maxInStatement);
      try {
        const ids = some.map(({ captureId }) => captureId);
        const rows = await this.#db
          .deleteFrom('listener_answer')
          .where('capture_id', 'in', ids)
          .where('answer', 'is', null)
          .returning('capture_id')
          .execute();
        const ended = new Set(rows.map((row) => row.capture_id));
        for (const { captureId, decided } of some) decided.resolve(ended.has(captureId));
      } catch (error) {
        for (const { decided } of some) decided.reject(error);
      }
    }
    this.#isEnding = false;
  }
}

/** Removes some of the waits that were left behind, with the answers that nobody took. Returns how many. */
export async function removeLeftWaits(
  { store: { db, otherNodes } }: { store: Pick<Store, 'db' | 'otherNodes'> },
  atOnce: number,
): Promise<number> {
  const nowMs = otherNodes?.nowMs ?? sql<number>`${Date.now()}`;
  const left = db
    .selectFrom('listener_answer')
    .select('capture_id')
    .where('waits_until', '<', sql<number>`${nowMs} - ${sql.lit(leftAfterMs)}`)
    .where((eb) => eb.or([eb('answer', 'is', null), eb('offered', 'is not', null)]))
    .limit(atOnce);
  const { numDeletedRows } = await db
    .deleteFrom('listener_answer')
    .where('capture_id', 'in', left)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
