import type { Scope } from '../capture-log/capture-log.ts';
import type { Store } from '../store/store.ts';

/** Whether what is listed is still there and the account's. Ids are never used twice: then it was so all along. */
export async function scopeStands(
  db: Store['db'],
  { accountId, endpointId }: Scope,
): Promise<boolean> {
  const found =
    endpointId === undefined
      ? await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
      : await db
          .selectFrom('endpoint')
          .select('id')
          .where('id', '=', endpointId)
          .where('account_id', '=', accountId)
          .executeTakeFirst();
  return found !== undefined;
}
