import { EmailAndPassword, NewApiKey, type PlanName } from '@hookwell/core/api';
import { pino } from 'pino';
import { Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { type Config, ConfigError, type Environment, parseConfig } from '../config.ts';
import { CannotOpenStore, StoreFull, StoreUnavailable } from '../database/errors.ts';
import { compileCheck } from '../http/validation.ts';
import { createSecret } from '../keys/public.ts';
import { openSecrets } from '../secrets/encrypted-secrets.ts';
import { backupStore, isMissingStore, openStore } from '../store/open-store.ts';
import * as accounts from './accounts.ts';
import { createKeyFor, deleteEndpointOf } from './accounts.ts';
import { type AuditSelection, listAudit } from './audit.ts';
import { listGuests } from './guests.ts';
import * as storeMigration from './move-to-postgres/migrate-store.ts';
import { StoreMigrationError } from './move-to-postgres/source.ts';
import * as payments from './payments.ts';

/**
 * The tasks of an operator. They work on the server's database, even while it runs, with effect at once. This
 * file is the server's public module for commands.
 */
export type Operator = ReturnType<typeof createOperator>;

/** A task cannot be done. The message is one line that says why. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/**
 * Opens the database that the environment names, which must be there, does `work` and closes it again.
 * @throws {OperatorError}
 */
export async function operate<Result>(
  environment: Environment,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  return await explained(async () => {
    const config = await configOfExisting(environment);
    // Failures are thrown. A log would only repeat them.
    const log = pino({ level: 'silent' });
    const store = await openStore({ url: config.databaseUrl, log, role: 'operator' });
    try {
      const parts = { db: store.db, config, clock: Date.now };
      return await work(createOperator(parts, () => store.changes.tellAny()));
    } finally {
      await store.close();
    }
  });
}

/**
 * Copies the database that the environment names into a new file, even while a server writes to it.
 * @returns where the keys of the secrets in the copy are: names of settings and files, undefined for one that is not here
 * @throws {OperatorError}
 */
export async function backup(
  environment: Environment,
  file: string,
  options: { overwrite: boolean },
): Promise<(string | undefined)[]> {
  return await explained(async () => {
    const config = await configOfExisting(environment);
    const sealed = await backupStore(config.databaseUrl, file, options);
    if (sealed.length === 0) return [];
    const secrets = openSecrets(config, pino({ level: 'silent' }));
    return await Promise.all(sealed.map((one) => secrets.placeOfKey(one)));
  });
}

/**
 * Moves a whole instance from SQLite to PostgreSQL. The caller names source and target, the environment the keys of the
 * secrets. An interrupted run leaves the target empty.
 * @throws {OperatorError}
 */
export async function migrateStore(
  environment: Environment,
  migration: Omit<storeMigration.StoreMigration, 'secretsKeys'>,
): Promise<storeMigration.MigratedStore> {
  return await explained(() => {
    const { secretsKeys } = parseConfig(environment);
    return storeMigration.migrateStore({ ...migration, secretsKeys });
  });
}

/** The secret of a new API key that no account has; a seed file can give it to one. */
export function generateKey(): string {
  return createSecret();
}

export type {
  MigratedStore,
  StoreMigrationProgress,
} from './move-to-postgres/migrate-store.ts';

// The rules and sentences are those of the API.
const { email, password } = EmailAndPassword.properties;
const checkAccount = compileCheck(Type.Object({ email, password: Type.Optional(password) }));
const checkPassword = compileCheck(Type.Object({ password }));
const checkKey = compileCheck(NewApiKey);

function createOperator(parts: accounts.OperatorParts, tellOfChange: () => void) {
  /** Servers hear of what was changed beside them. */
  async function changing<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change;
    tellOfChange();
    return result;
  }

  return {
    /** Returns the id. The default plan is that of a sign-up. Without a password nobody can log in. */
    async createAccount({ email, plan, password }: accounts.NewAccount): Promise<number> {
      checkAccount(password === undefined ? { email } : { email, password });
      return (await accounts.createAccount(parts, { email, plan, password })).id;
    },
    setPlan: (choice: accounts.AccountChoice, plan: PlanName) =>
      changing(
        'id' in choice
          ? accounts.setPlanById(parts, choice.id, plan)
          : accounts.setPlan(parts, choice.email, plan),
      ),
    /** Ends the sessions of the account as well. */
    async setPassword(email: string, password: string): Promise<void> {
      checkPassword({ password });
      await changing(accounts.setPassword(parts, email, password));
    },
    /** Takes its identities of single sign-on from the account, and ends its sessions. */
    unlinkIdentities: (email: string) => changing(accounts.unlinkIdentities(parts, email)),
    deleteAccount: (choice: accounts.AccountChoice) =>
      changing(accounts.deleteAccount(parts, choice)),
    /** The registered accounts and the teams, oldest first. */
    listAccounts: () => accounts.listAccounts(parts),
    /** The guests, those that hold the most bytes first. */
    listGuests: () => listGuests(parts),
    /** Returns the secret, which nothing shows again. */
    async createApiKey(email: string, name: string): Promise<string> {
      checkKey({ name });
      return await changing(createKeyFor(parts, email, name));
    },
    async deleteEndpoint(token: string): Promise<void> {
      if (await changing(deleteEndpointOf(parts, token))) return;
      throw new OperatorError(`No endpoint has the token ${token}`);
    },
    /** Who did what to an account, or to all, newest first. */
    listAudit: (selection: AuditSelection) => listAudit(parts, selection),
    /** The events of the account of an email, or all events, in the order in which they came. */
    async listPaymentEvents(email: string | undefined): Promise<payments.KeptEvent[]> {
      const account = email === undefined ? undefined : await accounts.accountOf(parts.db, email);
      return await payments.listEvents(parts, account?.id);
    },
    /** Applies a kept event anew; undefined while its account is not known. */
    replayPaymentEvent: (id: string) => changing(payments.replayEvent(parts, id)),
  };
}

/** The settings, if their database is there: in a new one nothing would reach the server that runs elsewhere. */
async function configOfExisting(environment: Environment): Promise<Config> {
  const config = parseConfig(environment);
  const url = config.databaseUrl;
  if (!(await isMissingStore(url))) return config;
  const file = url.slice('sqlite:'.length);
  throw new OperatorError(
    `No database at ${file}: run this in the server's folder, or set HOOKWELL_DATABASE_URL`,
  );
}

const expected = [
  ApiError,
  ConfigError,
  CannotOpenStore,
  StoreFull,
  StoreMigrationError,
  StoreUnavailable,
];

/** Makes failures that an operator can act on an OperatorError. Any other error is a bug and stays as it is. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const cause = expected.find((kind) => error instanceof kind) && Object(error);
    if (cause === undefined) throw error;
    throw new OperatorError(cause.message, { cause });
  }
}
