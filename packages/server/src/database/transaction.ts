import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { TransactionConflict } from './errors.ts';
import type { Tables } from './tables.ts';

/** How often a transaction is run again that ran into another one. */
const retries = 4;

/**
 * Runs `work` in a transaction, and once more where it ran into another one (two that wait for each other,
 * what a row refers to deleted meanwhile): so `work` must do nothing but ask the database, and compute.
 */
export async function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return await retryConflicts(() => db.transaction().execute(work));
}

/** Runs `attempt` again where it was rolled back because of another transaction. */
export async function retryConflicts<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = retries; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransactionConflict) || left === 0) throw error;
    }
  }
}

/**
 * Until the transaction ends, others that lock the same name wait: for what has no row yet that could be
 * locked. In SQLite, where transactions never run beside each other, the function does nothing.
 */
export async function lockName(transaction: Transaction<Tables>, name: string): Promise<void> {
  await sql`select lock_name(${name})`.execute(transaction);
}
