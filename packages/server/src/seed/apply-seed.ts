import { SetupError } from '@hookwell/setup';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { findByEmail, insertAccount } from '../accounts/public.ts';
import { keepPlan, type PaymentSettings } from '../billing/public.ts';
import type { Config } from '../config.ts';
import { lockName } from '../database/locks.ts';
import type { AccountTable, Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { keepEndpoint, lockEndpoints } from '../endpoints/public.ts';
import { ApiError } from '../http/api-error.ts';
import { lockAccount } from '../http/caller.ts';
import { keepApiKey } from '../keys/public.ts';
import type { Clock } from '../parts.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { keepSettings, readDocument } from '../settings/public.ts';
import type { SeedAccount } from './read-seed.ts';

export interface SeedParts {
  db: Kysely<Tables>;
  config: Pick<Config, 'plans' | 'signupPlan'> & PaymentSettings;
  clock: Clock;
  secrets: Secrets;
}

/**
 * Makes the accounts, keys and endpoints that are missing, and brings the others up to date, all or nothing. What is right
 * already is not written. Of nodes that start at once one works after the other.
 * @throws {SetupError} if something cannot be made, with its place in the file
 */
export async function applySeed(parts: SeedParts, accounts: readonly SeedAccount[]): Promise<void> {
  const tokens = accounts.flatMap(({ endpoints }) => endpoints.map(({ token }) => token));
  await inTransaction(parts.db, async (transaction) => {
    await lockName(transaction, 'seed');
    // Accounts are locked before endpoints, and endpoints in the order of their ids, as everywhere.
    const kept: Selectable<AccountTable>[] = [];
    for (const account of accounts) {
      kept.push(await at(account.place, () => keptAccount(transaction, parts, account)));
    }
    await lockEndpoints(transaction, tokens);
    for (const [index, account] of kept.entries()) {
      await applyAccount(transaction, parts, account, accounts[index]);
    }
  });
}

async function applyAccount(
  transaction: Transaction<Tables>,
  parts: SeedParts,
  account: Selectable<AccountTable>,
  { keys = [], endpoints = [] }: Partial<SeedAccount> = {},
): Promise<void> {
  for (const { place, ...key } of keys) {
    await at(place, () => keepApiKey(transaction, account, key, parts.clock));
  }
  for (const { place, token, name, settings } of endpoints) {
    await at(place, () => keepEndpoint(transaction, account, { token, name }, parts));
    if (settings === undefined) continue;
    const endpoint = { accountId: account.id, token };
    await at(place, () =>
      keepSettings(transaction, parts.secrets, endpoint, readDocument(settings)),
    );
  }
}

/** The account as it is now, locked until the transaction ends. */
async function keptAccount(
  transaction: Transaction<Tables>,
  { config, clock }: SeedParts,
  { email, plan }: SeedAccount,
): Promise<Selectable<AccountTable>> {
  const registration = { email, passwordHash: null, plan: plan ?? config.signupPlan };
  const { id } =
    (await findByEmail(transaction, email)) ??
    (await insertAccount(transaction, config, registration, clock()));
  const account = await lockAccount(transaction, id);
  if (plan === undefined) return account;
  await keepPlan(transaction, config, account, plan, clock());
  return await lockAccount(transaction, id);
}

/** @throws {SetupError} in place of an ApiError, with the place */
async function at<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SetupError(place, error.message);
  }
}
