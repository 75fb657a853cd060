import { createRandomSecret, hashSecret } from '../../src/random-secret.ts';
import type { TestServer } from '../start-server.ts';

/** A share of an endpoint, made without HTTP: guests have none but by this. */
export interface ShareThings {
  share: number;
  shareSecret: string;
}

/** Makes the only share of an account. */
export async function makeShare(
  { store: { db }, clock }: Pick<TestServer, 'store' | 'clock'>,
  accountId: number,
  token: string,
): Promise<ShareThings> {
  // An account has few shares at once.
  await db.deleteFrom('share').where('account_id', '=', accountId).execute();
  const shareSecret = createRandomSecret();
  const { id: share } = await db
    .insertInto('share')
    .values((eb) => ({
      ...{ account_id: accountId, created_by: accountId, redact: 'secrets', fields: '[]' },
      secret_hash: hashSecret(shareSecret),
      endpoint_id: eb.selectFrom('endpoint').select('id').where('token', '=', token),
      created_at: clock(),
      expires_at: clock() + 86_400_000,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { share, shareSecret };
}
