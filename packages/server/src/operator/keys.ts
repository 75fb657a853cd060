import { createApiKey } from '../keys/public.ts';
import { accountOf, type OperatorParts } from './accounts.ts';

/**
 * Makes a key for the account of an email and returns its secret. The caller has checked the name.
 * @throws {Refusal} `notFound`, `planTooLow` below Plus, `apiKeyLimit` at 20 keys
 */
export async function createKeyFor(
  { db, clock }: Pick<OperatorParts, 'db' | 'clock'>,
  email: string,
  name: string,
): Promise<string> {
  const account = await accountOf(db, email);
  const { secret } = await createApiKey(db, { account, person: account }, name, clock);
  return secret;
}
