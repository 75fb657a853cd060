import type { AuditAction, PlanName } from '@hookwell/core/api';
import { isGuestRow } from '../account-kind.ts';
import {
  endSessions,
  findByEmail,
  insertAccount,
  Passwords,
  removeAccount,
  writePasswordHash,
} from '../accounts/public.ts';
import { ApiError } from '../api-error.ts';
import { accountName, endpointName, keyName, writeNote } from '../audit/public.ts';
import {
  forgetPayments,
  givePlan,
  lockSubscriptionsOf,
  type PaymentSettings,
  planOf,
} from '../billing/public.ts';
import type { Config } from '../config.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { deleteEndpointByToken } from '../endpoints/public.ts';
import { lockAccount } from '../http/caller.ts';
import { createApiKey } from '../keys/public.ts';
import { leaveTeams } from '../members/memberships.ts';
import type { Clock } from '../parts.ts';

/** Writes down what an operator has done to an account: part of the transaction that does it. */
async function noteOperator(
  transaction: Transaction,
  accountId: number,
  action: AuditAction,
  at: number,
  subject?: string,
): Promise<void> {
  const account = { id: accountId };
  await writeNote(transaction, { account, action, by: 'operator', subject, at });
}

/** The database and the settings of the operator commands. A server may be using the database meanwhile. */
export interface OperatorParts {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'signupPlan'> & PaymentSettings;
}

/** An account as operators see it. */
export interface AccountSummary {
  id: number;
  /** Absent for teams, and for accounts without one. */
  email?: string;
  /** Of a team. */
  name?: string;
  plan: PlanName;
  status: AccountRow['status'];
  /** ISO 8601. */
  createdAt: string;
  endpoints: number;
}

export interface NewAccount {
  email: string;
  plan?: PlanName | undefined;
  password?: string | undefined;
}

/**
 * Makes a registered account. Without a plan it gets that of a sign-up; without a password nobody can log
 * in to it until one is set. The caller has checked email and password.
 * @throws {ApiError} `emailTaken`
 */
export async function createAccount(
  { db, clock, config }: OperatorParts,
  { email, plan, password }: NewAccount,
): Promise<Pick<AccountRow, 'id'>> {
  const passwordHash = password === undefined ? null : await new Passwords().hash(password);
  const registration = { email, passwordHash, plan: plan ?? config.signupPlan };
  return await inTransaction(db, async (transaction) => {
    const account = await insertAccount(transaction, config, registration, clock());
    await noteOperator(transaction, account.id, 'account.create', clock());
    return account;
  });
}

/**
 * Sets the plan, with status active, until an event of a subscription says otherwise.
 * @throws {ApiError} `notFound`
 */
export async function setPlan(parts: OperatorParts, email: string, plan: PlanName): Promise<void> {
  const { id } = await accountOf(parts.db, email);
  await setPlanById(parts, id, plan);
}

/**
 * The same for any account.
 * @throws {ApiError} `notFound`
 */
export async function setPlanById(
  { db, clock, config }: OperatorParts,
  id: number,
  plan: PlanName,
): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (account === undefined) throw noAccount(id);
  await givePlan(db, config, id, plan, clock());
}

function noAccount(id: number): ApiError {
  return new ApiError('notFound', { sentence: `No account has the id ${id}` });
}

/**
 * Sets the password and ends every session.
 * @throws {ApiError} `notFound`
 */
export async function setPassword(
  { db, clock }: Pick<OperatorParts, 'db' | 'clock'>,
  email: string,
  password: string,
): Promise<void> {
  const { id } = await accountOf(db, email);
  const passwordHash = await new Passwords().hash(password);
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id);
    await writePasswordHash(transaction, id, passwordHash);
    await endSessions(transaction, id);
    await noteOperator(transaction, id, 'password.change', clock());
  });
}

/**
 * Takes its identities of single sign-on from the account, and ends every session: the next identity with the email joins it.
 * @throws {ApiError} `notFound`, also if it belongs to no identity
 */
export async function unlinkIdentities(
  { db, clock }: Pick<OperatorParts, 'db' | 'clock'>,
  email: string,
): Promise<void> {
  const { id } = await accountOf(db, email);
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id);
    const unlinked = await transaction
      .deleteFrom('identity')
      .where('account_id', '=', id)
      .returning('issuer')
      .execute();
    if (unlinked.length === 0) {
      const sentence = `No identity of single sign-on has the account of ${email}`;
      throw new ApiError('notFound', { sentence });
    }
    await endSessions(transaction, id);
    const issuers = [...new Set(unlinked.map(({ issuer }) => issuer))].toSorted().join(', ');
    await noteOperator(transaction, id, 'identity.unlink', clock(), issuers);
  });
}

/** Names an account: guests and teams, which have no email, by their ids. */
export type AccountChoice = { email: string } | { id: number };

/**
 * Deletes the account with its endpoints, keys, sessions and payments.
 * @throws {ApiError} `notFound`, `lastOwner` if a team would have no owner
 */
export async function deleteAccount(
  { db, clock }: Pick<OperatorParts, 'db' | 'clock'>,
  choice: AccountChoice,
): Promise<void> {
  const { id } = 'id' in choice ? choice : await accountOf(db, choice.email);
  await inTransaction(db, async (transaction) => {
    await lockSubscriptionsOf(transaction, id);
    const account = await findAndLockAccount(transaction, id);
    if (account === undefined) {
      throw noAccount(id);
    }
    for (const teamId of await leaveTeams(transaction, id))
      await noteOperator(transaction, teamId, 'member.remove', clock(), accountName(account));
    await forgetPayments(transaction, id, clock());
    await removeAccount(transaction, id);
  });
}

/** Every registered account and team with the number of its endpoints, oldest first. */
export async function listAccounts({ db }: Pick<OperatorParts, 'db'>): Promise<AccountSummary[]> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('endpoint', 'endpoint.account_id', 'account.id')
    .where((eb) => eb.not(isGuestRow))
    .select([
      'account.id',
      'account.email',
      'account.name',
      'account.plan',
      'account.status',
      'account.created_at',
      (eb) => eb.fn.count('endpoint.id').as('endpoints'),
    ])
    .groupBy('account.id')
    .orderBy('account.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...(row.email === null ? {} : { email: row.email }),
    ...(row.name === null ? {} : { name: row.name }),
    plan: planOf(row),
    status: row.status,
    createdAt: new Date(row.created_at).toISOString(),
    endpoints: Number(row.endpoints),
  }));
}

/**
 * The registered account of an email.
 * @throws {ApiError} `notFound`
 */
export async function accountOf(db: Database, email: string): Promise<AccountRow> {
  const account = await findByEmail(db, email);
  if (account === undefined) {
    throw new ApiError('notFound', { sentence: `No account has the email ${email}` });
  }
  return account;
}

/** Deletes an endpoint of any account. False if there is none. */
export async function deleteEndpointOf(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<boolean> {
  return await deleteEndpointByToken(db, token, (transaction, { account_id, badge_name }) => {
    const subject = endpointName({ token, badge_name });
    return noteOperator(transaction, account_id, 'endpoint.delete', clock(), subject);
  });
}

/**
 * Makes a key for the account of an email and returns its secret. The caller has checked the name.
 * @throws {ApiError} `notFound`, `planTooLow` below Plus, `apiKeyLimit` at 20 keys
 */
export async function createKeyFor(
  { db, clock }: Pick<OperatorParts, 'db' | 'clock'>,
  email: string,
  name: string,
): Promise<string> {
  const account = await accountOf(db, email);
  const { secret } = await createApiKey(
    db,
    { account, person: account },
    name,
    clock,
    (transaction, apiKey) => {
      const subject = keyName(apiKey);
      return noteOperator(transaction, account.id, 'key.create', clock(), subject);
    },
  );
  return secret;
}
