import type { Kysely } from 'kysely';
import { allowsApiUse } from '../billing/public.ts';
import type { Tables } from '../database/tables.ts';
import type { Credential } from '../http/caller.ts';

/** How many ids a statement asks for: databases bound the number of values in one. */
const idsAtOnce = 500;

/**
 * Those of the credentials that count no longer: the session is gone or expired, the key is deleted,
 * or its account's plan has lapsed. For what outlives the request that was let in, such as streams.
 */
export async function endedCredentials(
  db: Kysely<Tables>,
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
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const rows = await find(ids.slice(start, start + idsAtOnce));
    for (const { id } of rows) valid.add(id);
  }
  return valid;
}
