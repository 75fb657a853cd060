import { accountOf, type OperatorParts } from '../accounts/public.ts';
import { createApiKey } from '../keys/keys.ts';

/**
 * Makes a key for the account of an email and returns its secret. Throws `notFound`, and what
 * `createApiKey` throws. The name is checked by the caller.
 */
export async function createKeyFor(
  { db, clock }: Pick<OperatorParts, 'db' | 'clock'>,
  email: string,
  name: string,
): Promise<string> {
  const account = await accountOf(db, email);
  const { secret } = await createApiKey(db, account.id, name, clock);
  return secret;
}
