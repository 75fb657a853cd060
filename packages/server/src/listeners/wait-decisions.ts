import { portions } from '../database/grouped-look-ups.ts';
import type { AnswerRows, StoredStatus } from './answer-rows.ts';

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
