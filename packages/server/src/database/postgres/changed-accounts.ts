import type { ChangedAccounts } from '../account-changes.ts';
import { portions } from '../portions.ts';
import type { ConnectionPool } from './pool.ts';

/** The channel on which nodes and operator commands tell of changed accounts. */
export const changedAccountsChannel = 'hookwell_changed';

/** So many fit: a notification has fewer than 8000 bytes, an id up to 16, and a comma. */
const idsInPayload = 450;

/**
 * All in one statement, which is a transaction by itself. A notification takes a lock that all of them wait for until its
 * commit, so the commit does not wait for the disk.
 */
const notify = `
select set_config('synchronous_commit', 'off', true), pg_notify('${changedAccountsChannel}', payload)
from unnest($1::text[]) as payload`;

/** Tells all nodes, this one included. */
export async function notifyOfChange(
  pool: Pick<ConnectionPool, 'query'>,
  changed: ChangedAccounts,
): Promise<void> {
  const ids = changed === 'any' ? [[]] : portions([...changed], idsInPayload);
  const payloads = [...ids].map((some) => some.join());
  await pool.query({ text: notify }, [payloads]);
}

/** The accounts that a notification names; undefined for one that no node sends: anybody with access can send some. */
export function changedAccountsOf(payload: string): ChangedAccounts | undefined {
  if (payload === '') return 'any';
  const ids = payload.split(',').map(Number);
  return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? new Set(ids) : undefined;
}
