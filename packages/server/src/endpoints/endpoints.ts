import type {
  ExpressionBuilder,
  ExpressionWrapper,
  Kysely,
  Selectable,
  SqlBool,
  Transaction,
} from 'kysely';
import { limitsOf } from '../billing/public.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { EndpointTable, Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { lockAccount } from '../http/caller.ts';
import { createToken, isToken } from './token.ts';

type EndpointRow = Selectable<EndpointTable>;
type Which = (
  eb: ExpressionBuilder<Tables, 'endpoint'>,
) => ExpressionWrapper<Tables, 'endpoint', SqlBool>;
type Rules = { config: Pick<Config, 'plans'>; clock: Clock };

/** Adds an endpoint. Throws `endpointLimit` where the plan allows no more, exactly, whatever runs at once. */
export async function createEndpoint(
  db: Kysely<Tables>,
  accountId: number,
  { config, clock }: Rules,
): Promise<EndpointRow> {
  return await inTransaction(db, async (transaction) => {
    const account = await lockAccount(transaction, accountId);
    const { count } = await transaction
      .selectFrom('endpoint')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= limitsOf(config, account).endpoints) throw new ApiError('endpointLimit');
    return await insertEndpoint(transaction, accountId, clock());
  });
}

/** The account's endpoints, oldest first: by their times, since a guest's that were merged have any ids. */
export async function listEndpoints(db: Kysely<Tables>, accountId: number): Promise<EndpointRow[]> {
  return await db
    .selectFrom('endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Sets the badge's name. Undefined where the account has no such endpoint. */
export async function renameEndpoint(
  db: Kysely<Tables>,
  accountId: number,
  token: string,
  badgeName: string,
): Promise<EndpointRow | undefined> {
  return await db
    .updateTable('endpoint')
    .set({ badge_name: badgeName })
    .where('token', '=', token)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes one endpoint with all it captured. False where the account has no such endpoint. */
export async function deleteEndpoint(
  db: Kysely<Tables>,
  accountId: number,
  token: string,
): Promise<boolean> {
  return await inTransaction(db, async (transaction) => {
    const deleted = await deleteEndpointsWhere(transaction, (eb) =>
      eb.and([eb('token', '=', token), eb('account_id', '=', accountId)]),
    );
    return deleted > 0;
  });
}

/** Deletes whosever endpoint it is: for operators. False where there is none. */
export async function deleteEndpointByToken(db: Kysely<Tables>, token: string): Promise<boolean> {
  if (!isToken(token)) return false;
  return await inTransaction(db, async (transaction) => {
    return (await deleteEndpointsWhere(transaction, (eb) => eb('token', '=', token))) > 0;
  });
}

/** Deletes every endpoint of the account and adds a new one, all or nothing. */
export async function regenerateEndpoints(
  db: Kysely<Tables>,
  accountId: number,
  { config, clock }: Rules,
): Promise<EndpointRow> {
  return await inTransaction(db, async (transaction) => {
    const account = await lockAccount(transaction, accountId);
    if (limitsOf(config, account).endpoints < 1) throw new ApiError('endpointLimit');
    await deleteEndpointsOf(transaction, accountId);
    return await insertEndpoint(transaction, accountId, clock());
  });
}

/** Deletes every endpoint of the account. Part of a larger transaction. */
export async function deleteEndpointsOf(
  transaction: Transaction<Tables>,
  accountId: number,
): Promise<void> {
  await deleteEndpointsWhere(transaction, (eb) => eb('account_id', '=', accountId));
}

/**
 * Deletes endpoints and leaves their captures to the retention: nothing shows those any more, and
 * removing a hundred thousand of them here would hold up everybody else's captures.
 */
async function deleteEndpointsWhere(
  transaction: Transaction<Tables>,
  which: Which,
): Promise<number> {
  const locked = await lockEndpointsWhere(transaction, which);
  // In portions: databases bound the number of values in one statement.
  for (let start = 0; start < locked.length; start += 500) {
    const portion = locked.slice(start, start + 500);
    await transaction.deleteFrom('endpoint').where('id', 'in', portion).execute();
    await transaction
      .insertInto('purge')
      .values(portion.map((id) => ({ endpoint_id: id, through_id: Number.MAX_SAFE_INTEGER })))
      .execute();
  }
  return locked.length;
}

/** Locks them in the order of their ids, as captures do: nobody waits for somebody who waits for him. Their ids. */
async function lockEndpointsWhere(
  transaction: Transaction<Tables>,
  which: Which,
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('endpoint')
    .select('id')
    .where(which)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

async function insertEndpoint(
  transaction: Transaction<Tables>,
  accountId: number,
  now: number,
): Promise<EndpointRow> {
  return await transaction
    .insertInto('endpoint')
    .values({ account_id: accountId, token: createToken(), badge_name: null, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves every endpoint of an account, with what they captured, to another one. Part of a larger transaction. */
export async function moveEndpoints(
  transaction: Transaction<Tables>,
  fromAccountId: number,
  toAccountId: number,
): Promise<void> {
  await lockEndpointsWhere(transaction, (eb) => eb('account_id', '=', fromAccountId));
  await transaction
    .updateTable('endpoint')
    .set({ account_id: toAccountId })
    .where('account_id', '=', fromAccountId)
    .execute();
}
