import type { PlanName } from '@hookwell/core/api';
import { recentPlansOf } from '../billing/public.ts';
import type { Database } from '../database/tables.ts';

/** One query takes so many rows: reads for users wait while it runs. */
export const rowsAtOnce = 500;

/** An endpoint that holds captures, with its account's plans. */
export type ExpiringEndpoint = Awaited<ReturnType<typeof endpointsAfter>>[number];

/** The bytes that an account holds, with its plans. */
export type ExpiringAccount = Awaited<ReturnType<typeof accountsAfter>>[number];

function endpoints(db: Database) {
  return db
    .selectFrom('endpoint')
    .innerJoin('account', 'account.id', 'endpoint.account_id')
    .select([
      'endpoint.id',
      'endpoint.account_id as accountId',
      'endpoint.capture_count as captureCount',
      'endpoint.created_at as createdAt',
      'account.plan',
      'account.status',
    ])
    .where('endpoint.capture_count', '>', 0);
}

/** The next endpoints with captures, by id: limits differ by plan and cost nothing to compare here. */
export async function endpointsAfter(db: Database, id: number, now: number) {
  const rows = await endpoints(db)
    .where('endpoint.id', '>', id)
    .orderBy('endpoint.id')
    .limit(rowsAtOnce)
    .execute();
  return await withRecentPlans(db, rows, now);
}

/** Those of at most `rowsAtOnce` endpoints that still exist and hold captures. */
export async function endpointsAmong(db: Database, ids: readonly number[], now: number) {
  const rows = await endpoints(db).where('endpoint.id', 'in', ids).execute();
  return await withRecentPlans(db, rows, now);
}

function accounts(db: Database) {
  return db
    .selectFrom('endpoint')
    .innerJoin('account', 'account.id', 'endpoint.account_id')
    .select((eb) => [
      'endpoint.account_id as accountId',
      'account.plan',
      'account.status',
      eb.fn.sum<number | string>('endpoint.capture_bytes').as('bytes'),
    ])
    .groupBy(['endpoint.account_id', 'account.plan', 'account.status']);
}

/** The next accounts with endpoints, by id. */
export async function accountsAfter(db: Database, id: number, now: number) {
  const rows = await accounts(db)
    .where('endpoint.account_id', '>', id)
    .orderBy('endpoint.account_id')
    .limit(rowsAtOnce)
    .execute();
  return await withRecentPlans(db, rows, now);
}

/** Those of at most `rowsAtOnce` accounts that have endpoints. */
export async function accountsAmong(db: Database, ids: readonly number[], now: number) {
  const rows = await accounts(db).where('endpoint.account_id', 'in', ids).execute();
  return await withRecentPlans(db, rows, now);
}

/** Asks for them after the present plans: a plan that ends in between is seen twice, never missed. */
async function withRecentPlans<Row extends { accountId: number }>(
  db: Database,
  rows: readonly Row[],
  now: number,
): Promise<(Row & { recentPlans: readonly PlanName[] })[]> {
  const ids = rows.map(({ accountId }) => accountId);
  const plans = await recentPlansOf(db, ids, now);
  return rows.map((row) => ({ ...row, recentPlans: plans.get(row.accountId) ?? [] }));
}
