import { CompiledQuery } from 'kysely';
import { refuseEndedCaller } from './caller-rows.ts';
import { TransactionConflict } from './errors.ts';
import type { Database, Transaction } from './tables.ts';

/** A transaction that ran into another one is run again so many times. */
const mostRetries = 4;

/**
 * Runs `work` in a transaction, and again if it ran into another one (two that wait for each other, or a row
 * deleted that another is to refer to): so `work` must do nothing but ask the database, and compute. Nothing is changed for a caller
 * who may not do so any more (`caller-rows.ts`).
 */
export async function inTransaction<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return await retryConflicts(() =>
    db.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      await refuseEndedCaller(async ({ sql, parameters }) => {
        const { rows } = await transaction.executeQuery(CompiledQuery.raw(sql, parameters));
        return rows.length > 0;
      });
      return result;
    }),
  );
}

/** Runs `attempt` again if it was rolled back because of another transaction. */
export async function retryConflicts<Result>(
  attempt: () => Promise<Result>,
  retries = mostRetries,
): Promise<Result> {
  for (let left = retries; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransactionConflict) || left === 0) throw error;
    }
  }
}
