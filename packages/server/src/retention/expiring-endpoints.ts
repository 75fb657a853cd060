import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** How many rows one query takes: reads for users wait while it runs. */
export const rowsAtOnce = 500;

/** What the retention goes by: an endpoint that holds something, and its account's plan. */
export type ExpiringEndpoint = Awaited<ReturnType<typeof endpointsAfter>>[number];

/** What an account holds, and its plan. */
export type ExpiringAccount = Awaited<ReturnType<typeof accountsAfter>>[number];

function endpoints(db: Kysely<Tables>) {
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

/** The next endpoints by id: limits differ by plan and cost nothing to compare here. */
export function endpointsAfter(db: Kysely<Tables>, id: number) {
  return endpoints(db)
    .where('endpoint.id', '>', id)
    .orderBy('endpoint.id')
    .limit(rowsAtOnce)
    .execute();
}

/** Those of at most `rowsAtOnce` endpoints that still exist and hold something. */
export function endpointsAmong(db: Kysely<Tables>, ids: readonly number[]) {
  return endpoints(db).where('endpoint.id', 'in', ids).execute();
}

function accounts(db: Kysely<Tables>) {
  return db
    .selectFrom('endpoint')
    .innerJoin('account', 'account.id', 'endpoint.account_id')
    .select((eb) => [
      'endpoint.account_id as id',
      'account.plan',
      'account.status',
      eb.fn.sum<number | string>('endpoint.capture_bytes').as('bytes'),
    ])
    .groupBy(['endpoint.account_id', 'account.plan', 'account.status']);
}

/** The next accounts with endpoints, by id. */
export function accountsAfter(db: Kysely<Tables>, id: number) {
  return accounts(db)
    .where('endpoint.account_id', '>', id)
    .orderBy('endpoint.account_id')
    .limit(rowsAtOnce)
    .execute();
}

/** Those of at most `rowsAtOnce` accounts that have endpoints. */
export function accountsAmong(db: Kysely<Tables>, ids: readonly number[]) {
  return accounts(db).where('endpoint.account_id', 'in', ids).execute();
}
