import { maximumApiKeys } from '@hookwell/contract';
import { SetupError } from '@hookwell/setup';
import { findByEmail, insertAccount } from '../accounts/public.ts';
import { keepPlan, type PaymentSettings } from '../billing/public.ts';
import type { Config } from '../config.ts';
import { lockName } from '../database/locks.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { keepEndpoint, lockEndpoints } from '../endpoints/public.ts';
import { lockAccount } from '../http/caller.ts';
import { keepApiKey } from '../keys/public.ts';
import type { Clock } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { keepSettings, readDocument } from '../settings/public.ts';
import type { SeedAccount, SeedEndpoint } from './read-seed.ts';

export interface SeedParts {
  db: Database;
  config: Pick<Config, 'plans' | 'signupPlan' | 'xHeaders'> & PaymentSettings;
  clock: Clock;
  secrets: Secrets;
}

/**
 * Makes the accounts, keys and endpoints that are missing, and brings the others up to date, all or nothing. What is right
 * already is not written. Of nodes that start at once one works after the other.
 * @returns what was left as it is, each with its place in the file: the account has used up its plan, or the key of
 * secrets is damaged. Nobody who has an account can stop the next start of a service.
 * @throws {SetupError} if the file has a fault
 */
export async function applySeed(
  parts: SeedParts,
  accounts: readonly SeedAccount[],
): Promise<readonly SetupError[]> {
  const tokens = accounts.flatMap(({ endpoints }) => endpoints.map(({ token }) => token));
  return await inTransaction(parts.db, async (transaction) => {
    await lockName(transaction, 'seed');
    // Accounts are locked before endpoints, and endpoints in the order of their ids, as everywhere.
    const kept: AccountRow[] = [];
    for (const account of accounts) {
      kept.push(await at(account.place, () => keptAccount(transaction, parts, account)));
    }
    await lockEndpoints(transaction, tokens);
    const left: SetupError[] = [];
    for (const [index, described] of accounts.entries()) {
      const account = kept[index];
      if (account) left.push(...(await applyAccount(transaction, parts, account, described)));
    }
    return left;
  });
}

/** @returns what was left as it is */
async function applyAccount(
  transaction: Transaction,
  parts: SeedParts,
  account: AccountRow,
  described: SeedAccount,
): Promise<SetupError[]> {
  const left: SetupError[] = [];
  const orLeft = async (place: string, work: () => Promise<unknown>, hasHints = false) => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const fault = new SetupError(place, error.message);
      if (!isOfNow(error, parts, described, hasHints)) throw fault;
      left.push(fault);
      return false;
    }
  };
  for (const { place, ...key } of described.keys) {
    await orLeft(place, () => keepApiKey(transaction, account, key, parts.clock));
  }
  for (const endpoint of described.endpoints) {
    const { place, token, name, settings } = endpoint;
    const isThere = await orLeft(place, () =>
      keepEndpoint(transaction, account, { token, name }, parts),
    );
    if (!isThere || settings === undefined) continue;
    const own = { accountId: account.id, token };
    const keep = () => {
      const read = readDocument(settings, parts.config.xHeaders);
      return keepSettings(transaction, parts.secrets, own, read);
    };
    await orLeft(place, keep, hasHints(endpoint));
  }
  return left;
}

/**
 * Whether something is refused by what is so now, and not by the file: the account has filled the plan that the file fits
 * into, or pays for another one; it has moved an endpoint elsewhere; it has replaced a secret that the file has a hint of; secrets cannot be kept for now.
 */
function isOfNow(
  { code }: Refusal,
  { config, secrets }: SeedParts,
  { plan, keys, endpoints }: SeedAccount,
  hasHints: boolean,
): boolean {
  if (code === 'endpointLimit') {
    return plan === undefined || endpoints.length <= config.plans[plan].endpoints;
  }
  // Whoever had it has moved it.
  if (code === 'notFound') return true;
  if (code === 'apiKeyLimit') return keys.length <= maximumApiKeys;
  if (code === 'planTooLow') return plan !== 'free';
  if (code === 'secretsNotKept') return secrets.refusal === undefined;
  return code === 'invalidInput' && hasHints;
}

function hasHints({ settings }: SeedEndpoint): boolean {
  return settings?.verify?.secrets?.some((secret) => typeof secret !== 'string') ?? false;
}

/** The account as it is now, locked until the transaction ends. */
async function keptAccount(
  transaction: Transaction,
  { config, clock }: SeedParts,
  { email, plan }: SeedAccount,
): Promise<AccountRow> {
  const registration = { email, passwordHash: null, plan: plan ?? config.signupPlan };
  const { id } =
    (await findByEmail(transaction, email)) ??
    (await insertAccount(transaction, config, registration, clock()));
  const account = await lockAccount(transaction, id);
  if (plan === undefined) return account;
  await keepPlan(transaction, config, account, plan, clock());
  return await lockAccount(transaction, id);
}

/** @throws {SetupError} in place of a Refusal, with the place */
async function at<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new SetupError(place, error.message);
  }
}
