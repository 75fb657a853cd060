import { type EndpointOfAccount, lockSettings, raiseSettingsVersion } from '../database/locks.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { VersionedDocument } from './settings.ts';

/** The contract of an endpoint that has none. */
const none: VersionedDocument = { document: '{"events":{}}', version: 0 };

/** The contract of an endpoint; undefined if the endpoint is gone. */
export async function findContract(
  db: Database,
  endpointId: number,
): Promise<VersionedDocument | undefined> {
  const row = await db
    .selectFrom('endpoint')
    .leftJoin('endpoint_contract', 'endpoint_contract.endpoint_id', 'endpoint.id')
    .select(['endpoint_contract.document', 'endpoint_contract.version'])
    .where('endpoint.id', '=', endpointId)
    .executeTakeFirst();
  return row && { document: row.document ?? none.document, version: row.version ?? none.version };
}

/**
 * Replaces the contract of an endpoint. Captures under way that were compared with another one are not stored by that: they are
 * compared anew (`capture-log/`). The settings and the counting of attempts stay as they are. The same contract once more changes
 * nothing.
 * @param document JSON text that was checked
 * @returns the contract as it is now; undefined if the account has no such endpoint
 */
export async function putContract(
  db: Database,
  endpoint: EndpointOfAccount,
  document: string,
): Promise<VersionedDocument | undefined> {
  return await inTransaction(db, async (transaction) => {
    const locked = await lockSettings(transaction, endpoint);
    if (locked === undefined) return undefined;
    const before = await transaction
      .selectFrom('endpoint_contract')
      .select(['version', 'document'])
      .where('endpoint_id', '=', locked.id)
      .executeTakeFirst();
    if (before?.document === document) return before;
    const version = await raiseSettingsVersion(transaction, locked);
    await transaction
      .insertInto('endpoint_contract')
      .values({ endpoint_id: locked.id, version, document })
      .onConflict((conflict) => conflict.column('endpoint_id').doUpdateSet({ version, document }))
      .execute();
    return { document, version };
  });
}

/**
 * Removes the contract of an endpoint, if it has any.
 * @returns that of an endpoint that has none; undefined if the account has no such endpoint
 */
export async function removeContract(
  db: Database,
  endpoint: EndpointOfAccount,
): Promise<VersionedDocument | undefined> {
  return await inTransaction(db, async (transaction) => {
    const locked = await lockSettings(transaction, endpoint);
    if (locked === undefined) return undefined;
    const { numDeletedRows } = await transaction
      .deleteFrom('endpoint_contract')
      .where('endpoint_id', '=', locked.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await raiseSettingsVersion(transaction, locked);
    return none;
  });
}
