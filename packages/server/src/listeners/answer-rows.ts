import { sql } from 'kysely';
import type { Logger } from 'pino';
import { portions } from '../database/grouped-look-ups.ts';
import type { Database } from '../database/tables.ts';
import type { AnswerOffers } from './answer-offers.ts';

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
interface StoredStatus {
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

/** One transaction decides about so many waits. */
const mostAtOnce = 500;

interface Asked<Item> {
  item: Item;
  resolve: (isDone: boolean) => void;
  reject: (error: unknown) => void;
}

/** Decides about some waits in one transaction; gives the captures of those of which it decided. */
type Decide<Item> = (items: readonly Item[]) => Promise<ReadonlySet<number>>;

/** Decisions of one kind, one transaction at a time: those that are asked for meanwhile form the next one. */
class Batches<Item extends { captureId: number }> {
  readonly #decide: Decide<Item>;
  #waiting: Asked<Item>[] = [];
  #running: Promise<void> | undefined;

  constructor(decide: Decide<Item>) {
    this.#decide = decide;
  }

  add(item: Item): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async close(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Those of the same turn of the event loop go together.
    await undefined;
    while (this.#waiting.length > 0) {
      for (const some of portions(this.#waiting.splice(0), mostAtOnce)) await this.#decideAll(some);
    }
    this.#running = undefined;
  }

  async #decideAll(some: readonly Asked<Item>[]): Promise<void> {
    try {
      const decided = await this.#decide(some.map(({ item }) => item));
      for (const { item, resolve } of some) resolve(decided.has(item.captureId));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}

/**
 * Decides what becomes of waits: an answer is stored, or the time is over. However many senders are answered, or are not,
 * they cost the database no more than two transactions under way.
 */
export class WaitDecisions {
  readonly #ends: Batches<{ captureId: number }>;
  readonly #answers: Batches<StoredStatus>;

  constructor(rows: Pick<AnswerRows, 'end' | 'answer'>) {
    this.#ends = new Batches((items) => rows.end(items.map(({ captureId }) => captureId)));
    this.#answers = new Batches((items) => rows.answer(items));
  }

  /**
   * Ends a wait. False if an answer was stored before, or the capture was removed.
   * @throws {StoreUnavailable} if nobody knows
   */
  end(captureId: number): Promise<boolean> {
    return this.#ends.add({ captureId });
  }

  /**
   * Stores the answer of a listener; a capture comes once at a time. False if the sender waits no more.
   * @throws {StoreUnavailable} if nobody knows
   */
  answer(answer: StoredStatus): Promise<boolean> {
    return this.#answers.add(answer);
  }

  /** Resolves once all is decided that was asked for. */
  async close(): Promise<void> {
    await this.#ends.close();
    await this.#answers.close();
  }
}

/** Waits that were over for so long were left alone: their nodes are gone. */
const leftAfterMs = 60_000;
const lookMs = 60_000;

/** Removes the rows of senders whose node died while they waited. */
export class LeftWaits {
  readonly #rows: Pick<AnswerRows, 'endLeft'>;
  readonly #offers: Pick<AnswerOffers, 'removeLeft'> | undefined;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #looks: NodeJS.Timeout;
  #looking: Promise<void> | undefined;

  constructor(
    rows: Pick<AnswerRows, 'endLeft'>,
    offers: Pick<AnswerOffers, 'removeLeft'> | undefined,
    log: Pick<Logger, 'warn'>,
  ) {
    this.#rows = rows;
    this.#offers = offers;
    this.#log = log;
    this.#looks = setInterval(() => this.#look(), lookMs).unref();
    this.#look();
  }

  async close(): Promise<void> {
    clearInterval(this.#looks);
    await this.#looking;
  }

  #look(): void {
    this.#looking ??= this.#remove().finally(() => {
      this.#looking = undefined;
    });
  }

  async #remove(): Promise<void> {
    try {
      // Without other nodes no other clock counts.
      if (this.#offers === undefined) await this.#rows.endLeft(Date.now() - leftAfterMs);
      else await this.#offers.removeLeft(leftAfterMs);
    } catch (error) {
      this.#log.warn({ err: error }, 'Waits for listeners that were left could not be removed');
    }
  }
}
