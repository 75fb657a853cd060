import type { Transaction } from './tables.ts';

/** An endpoint that an account has, or is to have. */
export interface EndpointOfAccount {
  accountId: number;
  token: string;
}

export interface LockedEndpoint {
  id: number;
  settings_version: number;
}

/**
 * The endpoint as it is now, or undefined if there is none. Its captures, and other changes of its settings, wait until the
 * transaction ends.
 */
export async function lockSettings(
  transaction: Transaction,
  endpoint: EndpointOfAccount | { id: number },
): Promise<LockedEndpoint | undefined> {
  const rows = transaction.selectFrom('endpoint').select(['id', 'settings_version']);
  const found =
    'id' in endpoint
      ? rows.where('id', '=', endpoint.id)
      : rows.where('token', '=', endpoint.token).where('account_id', '=', endpoint.accountId);
  return await found.forNoKeyUpdate().executeTakeFirst();
}

/** Gives the next version, under which the settings of the locked endpoint have to be written. */
export async function raiseSettingsVersion(
  transaction: Transaction,
  { id, settings_version }: LockedEndpoint,
): Promise<number> {
  const version = settings_version + 1;
  await transaction
    .updateTable('endpoint')
    .set({ settings_version: version })
    .where('id', '=', id)
    .execute();
  return version;
}
