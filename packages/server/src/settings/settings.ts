import { randomBytes } from 'node:crypto';
import {
  isSameCounting,
  readStoredSettings,
  type Settings,
  SettingsError,
} from '@hookwell/core/rules';
import { type EndpointOfAccount, lockSettings, raiseSettingsVersion } from '../database/locks.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Parts } from '../parts.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type NewSettings, sealedSecrets, withLeftSecrets } from './sealed-secrets.ts';

/** Whether a document is that of an endpoint without settings. */
export function isEmpty(document: string): boolean {
  return document === '{}';
}

/** Settings or a contract in JSON, with the version: another one after every change, also of a secret alone. */
export interface VersionedDocument {
  document: string;
  version: number;
}

/** The settings of an endpoint that has none. */
const none: VersionedDocument = { document: '{}', version: 0 };

/** The settings of an endpoint; undefined if it is gone. */
export async function findDocument(
  db: Database,
  endpointId: number,
): Promise<VersionedDocument | undefined> {
  const row = await db
    .selectFrom('endpoint')
    .leftJoin('endpoint_settings', 'endpoint_settings.endpoint_id', 'endpoint.id')
    .select(['endpoint_settings.document', 'endpoint_settings.version'])
    .where('endpoint.id', '=', endpointId)
    .executeTakeFirst();
  return row && { document: row.document ?? none.document, version: row.version ?? none.version };
}

/**
 * Replaces the settings of an endpoint. Captures under way whose answers were decided by others are not stored by them:
 * they are decided anew (`capture-log/`). The same settings once more change nothing.
 * @returns the settings as they are now; undefined if the account has no such endpoint
 * @throws {ApiError} if a hint stands for no secret, or secrets cannot be kept
 */
export async function putSettings(
  { store, secrets }: Pick<Parts, 'store' | 'secrets'>,
  endpoint: EndpointOfAccount,
  read: NewSettings,
): Promise<VersionedDocument | undefined> {
  const counting = new CountingBefore(read.settings);
  // Settings are read before the transaction: captures of the endpoint would wait for that.
  await counting.prepare(store.db, endpoint);
  return await inTransaction(store.db, (transaction) =>
    writeSettings(transaction, secrets, endpoint, read, counting),
  );
}

/**
 * Gives an endpoint these settings, or none if they are empty. Part of a larger transaction.
 * @returns whether the account has such an endpoint
 * @throws {ApiError} as `putSettings`
 */
export async function keepSettings(
  transaction: Transaction,
  secrets: Secrets,
  endpoint: EndpointOfAccount,
  read: NewSettings,
): Promise<boolean> {
  if (isEmpty(read.document)) return (await deleteSettings(transaction, endpoint)) !== undefined;
  const counting = new CountingBefore(read.settings);
  return (await writeSettings(transaction, secrets, endpoint, read, counting)) !== undefined;
}

async function writeSettings(
  transaction: Transaction,
  secrets: Secrets,
  endpoint: EndpointOfAccount,
  read: NewSettings,
  counting: CountingBefore,
): Promise<VersionedDocument | undefined> {
  const locked = await lockSettings(transaction, endpoint);
  if (locked === undefined) return undefined;
  const before = await transaction
    .selectFrom('endpoint_settings')
    .select(['version', 'document', 'counted_since', 'secrets'])
    .where('endpoint_id', '=', locked.id)
    .executeTakeFirst();
  const { settings, document, leavesSecrets } = withLeftSecrets(read, before?.document);
  const unchanged = { document, version: before?.version ?? none.version };
  if (leavesSecrets && before?.document === document) return unchanged;
  const sealedBefore = before?.secrets ?? null;
  const sealed = await sealedSecrets(secrets, locked.id, settings, sealedBefore);
  if (before?.document === document && sealed.isSame) {
    if (sealed.text !== sealedBefore) await writeSecrets(transaction, locked.id, sealed.text);
    return unchanged;
  }
  const version = await raiseSettingsVersion(transaction, locked);
  const values = {
    version,
    counted_since:
      before !== undefined && counting.goesOn(before.document) ? before.counted_since : version,
    document,
    secrets: sealed.text,
  };
  await transaction
    .insertInto('endpoint_settings')
    .values({ endpoint_id: locked.id, hash_key: randomBytes(32).toString('hex'), ...values })
    .onConflict((conflict) => conflict.column('endpoint_id').doUpdateSet(values))
    .execute();
  return { document, version };
}

/** The same secrets as before, under another key: nobody has to read them anew. */
async function writeSecrets(
  transaction: Transaction,
  endpointId: number,
  secrets: string | null,
): Promise<void> {
  await transaction
    .updateTable('endpoint_settings')
    .set({ secrets })
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/**
 * Removes the settings of an endpoint, if it has any.
 * @returns those of an endpoint that has none; undefined if the account has no such endpoint
 */
export async function removeSettings(
  db: Database,
  endpoint: EndpointOfAccount,
): Promise<VersionedDocument | undefined> {
  return await inTransaction(db, (transaction) => deleteSettings(transaction, endpoint));
}

async function deleteSettings(
  transaction: Transaction,
  endpoint: EndpointOfAccount,
): Promise<VersionedDocument | undefined> {
  const locked = await lockSettings(transaction, endpoint);
  if (locked === undefined) return undefined;
  const { numDeletedRows } = await transaction
    .deleteFrom('endpoint_settings')
    .where('endpoint_id', '=', locked.id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await raiseSettingsVersion(transaction, locked);
  return none;
}

/** Tells whether the counting of attempts goes on from the settings before to new ones. */
class CountingBefore {
  readonly #after: Settings;
  #known: { document: string; goesOn: boolean } | undefined;

  constructor(after: Settings) {
    this.#after = after;
  }

  /** Compares with the settings of now, which are most likely those that the transaction will find. */
  async prepare(db: Database, { accountId, token }: EndpointOfAccount): Promise<void> {
    const row = await db
      .selectFrom('endpoint_settings')
      .innerJoin('endpoint', 'endpoint.id', 'endpoint_settings.endpoint_id')
      .select('document')
      .where('endpoint.token', '=', token)
      .where('endpoint.account_id', '=', accountId)
      .executeTakeFirst();
    if (row !== undefined) this.goesOn(row.document);
  }

  goesOn(document: string): boolean {
    if (this.#known?.document !== document) {
      this.#known = { document, goesOn: isSameCounting(readStored(document), this.#after) };
    }
    return this.#known.goesOn;
  }
}

/** Settings that another version of this server took and that this one does not understand count as none. */
function readStored(document: string): Settings | undefined {
  try {
    return readStoredSettings(JSON.parse(document));
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}
