import type { LiteralAnswer } from '@hookwell/core/rules';
import { sql } from 'kysely';
import type { Store } from '../store/store.ts';

/** One statement decides about so many waits. */
const maxInStatement = 100;
/** Waits that were over for so long were left behind by nodes that are gone. */
const leftAfterMs = 60_000;

/** What one statement does for some waits; gives the captures of those for which it was done. */
type Decide<Item> = (items: readonly Item[]) => Promise<{ capture_id: number }[]>;

interface Undecided<Item> {
  item: Item;
  decided: PromiseWithResolvers<boolean>;
}

/** Statements of one kind, one at a time: the waits that come meanwhile share the next one, so that a flood costs what one costs. */
class Batches<Item extends { captureId: number }> {
  readonly #decide: Decide<Item>;
  #waiting: Undecided<Item>[] = [];
  #isRunning = false;

  constructor(decide: Decide<Item>) {
    this.#decide = decide;
  }

  add(item: Item): Promise<boolean> {
    const decided = Promise.withResolvers<boolean>();
    this.#waiting.push({ item, decided });
    if (!this.#isRunning) void this.#run();
    return decided.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Those of the same turn of the event loop go together.
    await undefined;
    while (this.#waiting.length > 0) {
      const some = this.#next();
      try {
        const rows = await this.#decide(some.map(({ item }) => item));
        const done = new Set(rows.map((row) => row.capture_id));
        for (const { item, decided } of some) decided.resolve(done.has(item.captureId));
      } catch (error) {
        for (const { decided } of some) decided.reject(error);
      }
    }
    this.#isRunning = false;
  }

  /** A capture comes once in a statement: of two answers to it, one is the first. */
  #next(): Undecided<Item>[] {
    const some = new Map<number, Undecided<Item>>();
    this.#waiting = this.#waiting.filter((one) => {
      const { captureId } = one.item;
      if (some.size >= maxInStatement || some.has(captureId)) return true;
      some.set(captureId, one);
      return false;
    });
    return [...some.values()];
  }
}

/**
 * The rows of senders that wait for responders, and of answers to them. An answer is stored, and a wait ended, by one conditional
 * statement, so that one of both wins. The answer stands in the row until the node of its sender takes it, and counts from then on.
 */
export class WaitRows {
  readonly #db: Store['db'];
  readonly #answers = new Batches<{ captureId: number; answer: LiteralAnswer }>((items) => {
    const values = items.map(({ captureId, answer: { status, retryAfter = null, ...answer } }) => {
      const body = Buffer.from(answer.body).toString('base64');
      const document = JSON.stringify({ ...answer, status, body });
      return sql`(cast(${captureId} as bigint), cast(${String(status)} as text), cast(${retryAfter} as bigint), cast(${document} as text))`;
    });
    return sql<{ capture_id: number }>`
      with given (id, status, seconds, document) as (values ${sql.join(values)})
      update listener_answer set answer = given.status, retry_after = given.seconds, offered = given.document
      from given where capture_id = given.id and answer is null
      returning capture_id`
      .execute(this.#db)
      .then(({ rows }) => rows);
  });
  readonly #ends = new Batches<{ captureId: number }>((items) =>
    this.#db
      .deleteFrom('listener_answer')
      .where('capture_id', 'in', idsOf(items))
      .where('answer', 'is', null)
      .returning('capture_id')
      .execute(),
  );
  readonly #takes = new Batches<{ captureId: number }>((items) =>
    this.#db
      .updateTable('listener_answer')
      .set({ offered: null })
      .where('capture_id', 'in', idsOf(items))
      .returning('capture_id')
      .execute(),
  );

  constructor(db: Store['db']) {
    this.#db = db;
  }

  /**
   * Stores an answer. False if the sender waits no more, or another answer is stored.
   * @throws {StoreUnavailable} if nobody knows
   */
  answer(captureId: number, answer: LiteralAnswer): Promise<boolean> {
    return this.#answers.add({ captureId, answer });
  }

  /**
   * Ends a wait. False if an answer is stored, or the capture was removed.
   * @throws {StoreUnavailable} if nobody knows
   */
  end(captureId: number): Promise<boolean> {
    return this.#ends.add({ captureId });
  }

  /** The answer that is stored and was not taken. */
  async read(captureId: number): Promise<LiteralAnswer | undefined> {
    const offered = await this.#offered(captureId);
    if (!offered) return undefined;
    // `answer` wrote it.
    const answer = JSON.parse(offered) as LiteralAnswer & { body: string };
    return { ...answer, body: Buffer.from(answer.body, 'base64') };
  }

  /** Takes an answer that is stored, for its sender; once more changes nothing. False if the capture was removed. */
  take(captureId: number): Promise<boolean> {
    return this.#takes.add({ captureId });
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

  async #offered(captureId: number): Promise<string | null | undefined> {
    const row = await this.#db
      .selectFrom('listener_answer')
      .select('offered')
      .where('capture_id', '=', captureId)
      .executeTakeFirst();
    return row?.offered;
  }
}

function idsOf(items: readonly { captureId: number }[]): number[] {
  return items.map(({ captureId }) => captureId);
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
