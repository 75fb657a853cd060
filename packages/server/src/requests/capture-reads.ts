import type { StoredCapture } from '../capture-log/captures.ts';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import type { Parties } from '../fairness/parties.ts';
import type { Parts } from '../parts.ts';
import { type CaptureView, captureText, isHeavy } from '../rendering/capture-text.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { LargeCaptures } from './large-captures.ts';

/**
 * Pages of lists, and single captures, that are being read: with odd texts a page takes the thread of SQLite 15 ms, so whoever comes
 * next waits for a few of them. A party may have them all: where the database is slow, two would be few for its own list.
 */
const pagesBeingRead: BudgetLimits = { total: 8, perParty: 4, mostWaiting: 1000 };

/** Pages of deliveries: each may have ten thousand attempts, some tenths of a second of PostgreSQL and of the event loop. */
const deliveriesBeingRead: BudgetLimits = { total: 2, perParty: 1, mostWaiting: 1000 };

/** Settings and contracts that are being read: they come in one piece, of up to 256 KiB. */
const documentsBeingRead: BudgetLimits = {
  total: Number.POSITIVE_INFINITY,
  perParty: 2,
  mostWaiting: 1000,
};

/** Lists under way: each has at most two pages and a text in memory, half a MiB, or little more with odd texts. */
const openLists: BudgetLimits = { total: 256, perParty: 16, mostWaiting: 250 };

/** Reads captures for their readers. Small ones cost next to nothing; see `LargeCaptures` for the others. */
export class CaptureReads {
  readonly lists: Budget;
  readonly pages = new Budget(pagesBeingRead);
  readonly large: LargeCaptures;
  readonly #deliveries = new Budget(deliveriesBeingRead);
  readonly #documents = new Budget(documentsBeingRead);
  readonly #parties: Parties;

  constructor(parts: Pick<Parts, 'store' | 'config' | 'metrics' | 'parties'>, pool: WorkerPool) {
    this.lists = new Budget(openLists, parts.metrics.openLists);
    this.large = new LargeCaptures({ ...parts, pool });
    this.#parties = parts.parties;
  }

  /** The text of a capture as the log gave it; undefined if it is large or compressed. Odd texts take a few milliseconds. */
  lightText(capture: StoredCapture, view: CaptureView): string | undefined {
    return isHeavy(capture, view) ? undefined : captureText(capture, view);
  }

  /** Reads a capture, or what is about as much, within what the account's party may read at once. */
  read<Result>(accountId: number, read: () => Promise<Result>): Promise<Result> {
    return this.pages.run(this.#parties.of(accountId), read);
  }

  /** Reads a page of deliveries, within what the account's party may read of them at once. */
  readDeliveries<Result>(accountId: number, read: () => Promise<Result>): Promise<Result> {
    return this.#deliveries.run(this.#parties.of(accountId), read);
  }

  /** Reads settings or a contract, within what the account's party may read at once. */
  readDocument<Found>(accountId: number, read: () => Promise<Found>): Promise<Found> {
    return this.#documents.run(this.#parties.of(accountId), read);
  }
}
