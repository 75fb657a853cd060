import type { Kysely } from 'kysely';
import type { CaptureLog } from '../capture-log/capture-log.ts';
import type { Tables } from '../database/tables.ts';

/** The database as the rest of the server sees it, whichever it is. */
export interface Store {
  /**
   * Accounts, sessions, keys and endpoints. Transactions see each other's writes once these are committed;
   * what must not change between a look and a write is locked first (`transaction.ts`, `lock-account.ts`).
   */
  db: Kysely<Tables>;
  captures: CaptureLog;
  /** Resolves when the store took a write just now; rejects with StoreUnavailable or StoreFull. */
  checkWritable(): Promise<void>;
  /** Bytes in use, of those that HOOKWELL_MAX_STORE_BYTES bounds. */
  usedBytes(): Promise<number>;
  /** The part of HOOKWELL_MAX_STORE_BYTES that is taken, by figures in memory; 0 where nothing is bounded. */
  usedShare(): number;
  /** Whether this node is the one of all that work on the database that does what is to be done once. */
  isLeader(): Promise<boolean>;
  /** Rejects what is waiting for a database that does not answer, for a stop that has to end. `close` comes after. */
  giveUp(): void;
  /** Waits for what was accepted, then closes. */
  close(): Promise<void>;
}
