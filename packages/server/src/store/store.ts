import type { Kysely } from 'kysely';
import type { CaptureLog } from '../capture-log/capture-log.ts';
import { type SizeLimit, storeFull } from '../capture-log/size-limit.ts';
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

/**
 * The `checkWritable` of a store: `write` commits a small row. All callers that come while that runs get its
 * result, so asking often costs no more than asking once.
 */
export function writabilityCheck(
  write: () => Promise<unknown>,
  limit: SizeLimit,
): () => Promise<void> {
  let running: Promise<void> | undefined;

  async function check(): Promise<void> {
    await write();
    if (limit.full) throw storeFull();
  }

  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}
