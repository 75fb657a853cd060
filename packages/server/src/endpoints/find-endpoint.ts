import type { Kysely, Selectable } from 'kysely';
import type { EndpointTable, Tables } from '../database/tables.ts';
import { isToken } from './token.ts';

/** The account's endpoint of this token; undefined where there is none, or it is somebody else's. */
export async function findOwnEndpoint(
  db: Kysely<Tables>,
  accountId: number,
  token: string,
): Promise<Selectable<EndpointTable> | undefined> {
  if (!isToken(token)) return undefined;
  return await db
    .selectFrom('endpoint')
    .selectAll()
    .where('token', '=', token)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}
