import { allowsApiUse } from '../billing/public.ts';
import { portions } from '../database/grouped-look-ups.ts';
import type { Database } from '../database/tables.ts';
import type { Credential } from '../http/caller.ts';

/** So many ids stand in one statement. */
const mostIdsInStatement = 500;

/**
 * Finds the credentials that no longer count: the session is gone or expired, the key is deleted, or its
 * account's plan does not allow keys any more. For work that outlives its request, such as streams.
 */
export async function endedCredentials(
  db: Database,
  now: number,
  credentials: Credential[],
): Promise<Credential[]> {
  const sessions = await validIds(idsOf(credentials, 'session'), async (ids) => {
    return await db
      .selectFrom('session')
      .select('id')
      .where('id', 'in', ids)
      .where('expires_at', '>', now)
      .execute();
  });
  const keys = await validIds(idsOf(credentials, 'key'), async (ids) => {
    const rows = await db
      .selectFrom('api_key')
      .innerJoin('account', 'account.id', 'api_key.account_id')
      .select(['api_key.id', 'account.plan', 'account.status'])
      .where('api_key.id', 'in', ids)
      .execute();
    return rows.filter(allowsApiUse);
  });
  return credentials.filter(({ kind, id }) => !(kind === 'session' ? sessions : keys).has(id));
}

function idsOf(credentials: Credential[], kind: Credential['kind']): number[] {
  return [...new Set(credentials.filter((one) => one.kind === kind).map(({ id }) => id))];
}

async function validIds(
  ids: number[],
  find: (ids: number[]) => Promise<{ id: number }[]>,
): Promise<Set<number>> {
  const valid = new Set<number>();
  for (const some of portions(ids, mostIdsInStatement)) {
    for (const { id } of await find(some)) valid.add(id);
  }
  return valid;
}
