import { endpointName } from '../audit/public.ts';
import type { Database } from '../database/tables.ts';
import { deleteEndpointByToken } from '../endpoints/public.ts';
import type { Clock } from '../parts.ts';
import { noteOperator } from './note-operator.ts';

/** Deletes an endpoint of any account. False if there is none. */
export async function deleteEndpointOf(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<boolean> {
  return await deleteEndpointByToken(db, token, (transaction, { account_id, badge_name }) => {
    const subject = endpointName({ token, badgeName: badge_name });
    return noteOperator(transaction, account_id, 'endpoint.delete', clock(), subject);
  });
}
