import type { PaymentSettings } from '../billing/public.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { insertAccount, type Registration } from './accounts.ts';
import type { NewSession } from './guests.ts';
import { replaceSession } from './merge.ts';
import { createSession } from './sessions.ts';

/**
 * Makes an account and its first session. A guest of this browser is merged.
 * @throws {Refusal} `emailTaken`
 */
export async function register(
  db: Database,
  settings: PaymentSettings,
  registration: Registration,
  formerValue: string | undefined,
  now: number,
): Promise<NewSession> {
  return await inTransaction(db, async (transaction) => {
    const { id } = await insertAccount(transaction, settings, registration, now);
    const entered = await replaceSession(transaction, settings, formerValue, id, now);
    return { ...entered, value: await createSession(transaction, entered.account, now) };
  });
}
