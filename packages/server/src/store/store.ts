import type { Kysely } from 'kysely';
import type { CaptureLog } from '../capture-log/capture-log.ts';
import type { AccountChanges } from '../database/account-changes.ts';
import type { OtherNodes } from '../database/other-nodes.ts';
import type { Tables } from '../database/tables.ts';

/** The database as the rest of the server sees it, whichever it is. */
export interface Store {
  /**
   * Accounts, sessions, keys and endpoints. Transactions see each other's writes once these are committed;
   * a transaction locks the things that must not change between a look and a write (`locks.ts`).
   */
  db: Kysely<Tables>;
  captures: CaptureLog;
  /** The changes of accounts other than captures, on all nodes. */
  changes: AccountChanges;
  /** The other nodes on this database; absent where there cannot be any. */
  otherNodes?: OtherNodes;
  /**
   * Resolves if the store takes a write now.
   *
   * @throws {StoreUnavailable}
   * @throws {StoreFull}
   */
  checkWritable(): Promise<void>;
  /** Bytes in use, of those that HOOKWELL_MAX_STORE_BYTES bounds. */
  usedBytes(): Promise<number>;
  /** The part of HOOKWELL_MAX_STORE_BYTES that is taken, by figures in memory; 0 if there is no limit. */
  usedShare(): number;
  /** Whether the store is at its limit, by the same figures: `checkWritable` knows the newest. */
  isFull(): boolean;
  /** Whether this node is the one that works for all nodes on the database, such as the clean-up. */
  isLeader(): Promise<boolean>;
  /** Rejects the questions to a database that does not answer, for a stop that has to end. `close` comes after. */
  giveUp(): void;
  /** Waits for everything that was accepted, then closes. */
  close(): Promise<void>;
}
