import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { maximumApiKeys } from '@hookwell/core/api';
import { errorMessage } from '@hookwell/core/api/error-message';
import { mostDocumentCharacters, SetupError } from '@hookwell/core/rules/files';
import type { Logger } from 'pino';
import { findByEmail, insertAccount } from '../accounts/public.ts';
import { ApiError } from '../api-error.ts';
import { keepPlan, type PaymentSettings } from '../billing/public.ts';
import { type Config, ConfigError, type Environment } from '../config.ts';
import { lockName } from '../database/locks.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { keepEndpoint, lockEndpoints } from '../endpoints/public.ts';
import { lockAccount } from '../http/caller.ts';
import { keepApiKey } from '../keys/public.ts';
import type { Clock } from '../parts.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { keepSettings, readDocument } from '../settings/public.ts';
import { readSeed, type SeedAccount, type SeedEndpoint } from './read-seed.ts';

/** A character of a document has three bytes in UTF-8 at most. */
const mostBytes = 3 * mostDocumentCharacters;

/**
 * Reads and applies a seed file, and warns of what the state of an account or of the key of secrets prevents.
 * @throws {ConfigError} if it cannot be read or applied; the line names the place of the fault
 */
export async function applySeedFile(
  file: string,
  environment: Environment,
  { log, ...parts }: SeedParts & { log: Pick<Logger, 'warn'> },
): Promise<void> {
  try {
    const left = await applySeed(parts, readSeed(await textOf(file), environment));
    for (const { place, sentence } of left) {
      log.warn({ place }, `HOOKWELL_SEED_FILE: ${place} is left as it is: ${sentence}`);
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new ConfigError(`HOOKWELL_SEED_FILE must be without faults: ${error.message}`, {
      cause: error,
    });
  }
}

/** A device or a pipe may have no end, or never begin. */
async function textOf(file: string): Promise<string> {
  try {
    if (!(await stat(file)).isFile()) throw new Error(`${file} is no regular file`);
    const bytes = await buffer(createReadStream(file, { end: mostBytes }));
    if (bytes.length > mostBytes) throw new Error(`${file} has more than ${mostBytes} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const reason = errorMessage(error);
    throw new ConfigError(`HOOKWELL_SEED_FILE must be a file that can be read: ${reason}`, {
      cause: error,
    });
  }
}

interface SeedParts {
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
      if (!(error instanceof ApiError)) throw error;
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
  { code }: ApiError,
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

/** @throws {SetupError} in place of an ApiError, with the place */
async function at<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SetupError(place, error.message);
  }
}
