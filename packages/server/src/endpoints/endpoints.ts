import type { ExpressionBuilder, ExpressionWrapper, Insertable, SqlBool } from 'kysely';
import { ApiError } from '../api-error.ts';
import { limitsOf } from '../billing/public.ts';
import type { Config } from '../config.ts';
import { createToken, isToken } from '../connections/request-target.ts';
import { portions } from '../database/grouped-look-ups.ts';
import { type EndpointOfAccount, lockSettings, raiseSettingsVersion } from '../database/locks.ts';
import type {
  AccountRow,
  Database,
  EndpointRow,
  EndpointTable,
  Tables,
  Transaction,
} from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockAccount } from '../http/caller.ts';
import type { Clock } from '../parts.ts';

type Which = (
  eb: ExpressionBuilder<Tables, 'endpoint'>,
) => ExpressionWrapper<Tables, 'endpoint', SqlBool>;
type Rules = { config: Pick<Config, 'plans'>; clock: Clock };

/**
 * Adds an endpoint. The limit is exact, even if several are added at once.
 * @throws {ApiError} `endpointLimit` if the plan allows no more
 */
export async function createEndpoint(
  db: Database,
  accountId: number,
  rules: Rules,
): Promise<EndpointRow> {
  return await addEndpoint(db, accountId, rules, (transaction) =>
    countEndpoints(transaction, accountId),
  );
}

async function countEndpoints(transaction: Transaction, accountId: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('endpoint')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Deletes every endpoint of the account and adds a new one, all or nothing.
 * @throws {ApiError} `endpointLimit` if the plan allows none
 */
export async function regenerateEndpoints(
  db: Database,
  accountId: number,
  rules: Rules,
): Promise<EndpointRow> {
  return await addEndpoint(db, accountId, rules, async (transaction) => {
    await deleteEndpointsOf(transaction, accountId);
    return 0;
  });
}

/** Adds an endpoint to those of the locked account, which `prepare` returns the number of. */
async function addEndpoint(
  db: Database,
  accountId: number,
  { config, clock }: Rules,
  prepare: (transaction: Transaction) => Promise<number>,
): Promise<EndpointRow> {
  return await inTransaction(db, async (transaction) => {
    const account = await lockAccount(transaction, accountId);
    const count = await prepare(transaction);
    if (count >= limitsOf(config, account).endpoints) throw new ApiError('endpointLimit');
    const added = { account_id: accountId, token: createToken(), badge_name: null };
    return await insertEndpoint(transaction, { ...added, created_at: clock() });
  });
}

async function insertEndpoint(
  transaction: Transaction,
  endpoint: Insertable<EndpointTable>,
): Promise<EndpointRow> {
  return await transaction
    .insertInto('endpoint')
    .values(endpoint)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const movedSentence = 'This endpoint was moved to another account';

/**
 * Makes sure that a locked account has the endpoint with this token under this name.
 * @throws {ApiError} `endpointLimit` if the plan allows no more, `notFound` if somebody has moved it to another account,
 * `invalidInput` if it is another account's otherwise
 */
export async function keepEndpoint(
  transaction: Transaction,
  account: AccountRow,
  { token, name }: { token: string; name: string },
  { config, clock }: Rules,
): Promise<void> {
  const found = await transaction
    .selectFrom('endpoint')
    .select(['account_id', 'badge_name', 'moved_at'])
    .where('token', '=', token)
    .executeTakeFirst();
  if (found === undefined) {
    const count = await countEndpoints(transaction, account.id);
    if (count >= limitsOf(config, account).endpoints) throw new ApiError('endpointLimit');
    const added = { account_id: account.id, token, badge_name: name, created_at: clock() };
    await insertEndpoint(transaction, added);
  } else if (found.account_id !== account.id) {
    if (found.moved_at !== null) throw new ApiError('notFound', { sentence: movedSentence });
    throw new ApiError('invalidInput', { sentence: 'This token belongs to another account' });
  } else if (found.badge_name !== name) {
    await renameEndpoint(transaction, account.id, token, name);
  }
}

/** The account's endpoints, oldest first: by their times, since endpoints of a merged guest have any ids. */
export async function listEndpoints(db: Database, accountId: number): Promise<EndpointRow[]> {
  return await db
    .selectFrom('endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The account's endpoint of this token; undefined if there is none, or it is another account's. */
export async function findOwnEndpoint(
  db: Database,
  accountId: number,
  token: string,
): Promise<EndpointRow | undefined> {
  if (!isToken(token)) return undefined;
  return await db
    .selectFrom('endpoint')
    .selectAll()
    .where('token', '=', token)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Sets the badge's name. Undefined if the account has no such endpoint. */
export async function renameEndpoint(
  db: Database,
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

/**
 * Deletes one endpoint with all its captures. False if the account has no such endpoint.
 * @throws {ApiError} `endpointNotEmpty` if it must be empty and something was ever captured there
 */
export async function deleteEndpoint(
  db: Database,
  accountId: number,
  token: string,
  { mustBeEmpty }: { mustBeEmpty: boolean },
): Promise<boolean> {
  const which: Which = (eb) => eb.and([eb('token', '=', token), eb('account_id', '=', accountId)]);
  return await inTransaction(db, async (transaction) => {
    if (mustBeEmpty) await refuseUsed(transaction, which);
    return (await deleteEndpointsWhere(transaction, which)) > 0;
  });
}

/** Captures count in the endpoint's row, so none comes between this and the end of the transaction. */
async function refuseUsed(transaction: Transaction, which: Which): Promise<void> {
  await lockEndpointsWhere(transaction, which);
  const used = await transaction
    .selectFrom('endpoint')
    .select('id')
    .where(which)
    // The watermark rises with clearing, and once the last capture is removed.
    .where((eb) => eb.or([eb('capture_count', '>', 0), eb('cleared_through', '>', 0)]))
    .executeTakeFirst();
  if (used !== undefined) throw new ApiError('endpointNotEmpty');
}

/**
 * Deletes an endpoint of any account, for operators. False if there is none.
 * @param also is part of the same transaction
 */
export async function deleteEndpointByToken(
  db: Database,
  token: string,
  also?: (transaction: Transaction, endpoint: EndpointRow) => Promise<void>,
): Promise<boolean> {
  if (!isToken(token)) return false;
  return await inTransaction(db, async (transaction) => {
    const which: Which = (eb) => eb('token', '=', token);
    const endpoint = await transaction
      .selectFrom('endpoint')
      .selectAll()
      .where(which)
      .executeTakeFirst();
    if (endpoint === undefined || (await deleteEndpointsWhere(transaction, which)) === 0)
      return false;
    await also?.(transaction, endpoint);
    return true;
  });
}

/** Deletes every endpoint of the account. Part of a larger transaction. */
export async function deleteEndpointsOf(
  transaction: Transaction,
  accountId: number,
): Promise<void> {
  await deleteEndpointsWhere(transaction, (eb) => eb('account_id', '=', accountId));
}

/** So many ids stand in one statement. */
const mostIdsInStatement = 500;

/**
 * Deletes endpoints and leaves their captures to the retention: nothing shows these any more, and
 * removing a hundred thousand of them here would hold up the captures of other accounts.
 */
async function deleteEndpointsWhere(transaction: Transaction, which: Which): Promise<number> {
  const locked = await lockEndpointsWhere(transaction, which);
  for (const portion of portions(locked, mostIdsInStatement)) {
    await transaction.deleteFrom('endpoint').where('id', 'in', portion).execute();
    await transaction
      .insertInto('purge')
      .values(portion.map((id) => ({ endpoint_id: id, through_id: Number.MAX_SAFE_INTEGER })))
      .execute();
  }
  return locked.length;
}

/** Locks endpoints in the order of their ids, as captures do, so that no two transactions wait for each other. Returns the ids. */
async function lockEndpointsWhere(transaction: Transaction, which: Which): Promise<number[]> {
  const rows = await transaction
    .selectFrom('endpoint')
    .select('id')
    .where(which)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the endpoints of these tokens, so that a larger transaction may change them in any order. */
export async function lockEndpoints(
  transaction: Transaction,
  tokens: readonly string[],
): Promise<void> {
  if (tokens.length === 0) return;
  await lockEndpointsWhere(transaction, (eb) => eb('token', 'in', tokens));
}

/**
 * Moves one endpoint, with all that hangs on it, between two locked accounts; its shares end. Its settings get another
 * version, so that every node looks it up again before it stores the next capture.
 * @throws {ApiError} `notFound` if the first account has no such endpoint, `endpointLimit` if the other's plan allows no more
 */
export async function moveEndpoint(
  transaction: Transaction,
  { removing, ...from }: EndpointOfAccount & { removing: number },
  to: AccountRow,
  { config, clock }: Rules,
): Promise<void> {
  const endpoint = isToken(from.token) ? await lockSettings(transaction, from) : undefined;
  if (endpoint === undefined) throw new ApiError('notFound');
  if (from.accountId === to.id) return;
  const count = await countEndpoints(transaction, to.id);
  const { endpoints, requestsPerEndpoint } = limitsOf(config, to);
  if (count >= endpoints) throw new ApiError('endpointLimit');
  const { capture_count } = await transaction
    .selectFrom('endpoint')
    .select('capture_count')
    .where('id', '=', endpoint.id)
    .executeTakeFirstOrThrow();
  const removed = capture_count - requestsPerEndpoint;
  if (removed > removing) {
    const sentence = `The target keeps ${requestsPerEndpoint} requests of an endpoint, and this one has ${capture_count}: moving it deletes the ${removed} oldest. Add ?removing=${removed} to move it all the same`;
    throw new ApiError('moveRemoves', { sentence });
  }
  await raiseSettingsVersion(transaction, endpoint);
  await transaction.deleteFrom('share').where('endpoint_id', '=', endpoint.id).execute();
  await transaction
    .updateTable('endpoint')
    .set({ account_id: to.id, moved_at: clock() })
    .where('id', '=', endpoint.id)
    .execute();
}

/**
 * Moves every endpoint of a guest, with its captures, to an account. What was shown of them is shown no more. Part of a larger transaction. Returns
 * their number.
 */
export async function moveEndpoints(
  transaction: Transaction,
  fromAccountId: number,
  toAccountId: number,
): Promise<number> {
  const which: Which = (eb) => eb('account_id', '=', fromAccountId);
  const locked = await lockEndpointsWhere(transaction, which);
  await transaction.deleteFrom('share').where('account_id', '=', fromAccountId).execute();
  await transaction.updateTable('endpoint').set({ account_id: toAccountId }).where(which).execute();
  return locked.length;
}
