import { isGuest } from '../account-kind.ts';
import { lockSubscriptionsOf, type PaymentSettings } from '../billing/public.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockAccount } from '../http/caller.ts';
import { deleteApiKeysOf } from '../keys/public.ts';
import { insertAccount, type Registration, registerGuest } from './accounts.ts';
import type { NewSession } from './guests.ts';
import { replaceSession } from './merge.ts';
import { createSession, endSessions, findSession } from './sessions.ts';

/**
 * Registers an account and begins its first session. A guest of this browser becomes the account, which keeps its id, endpoints and
 * requests; all its sessions and keys end, so that nobody who was let into the guest stays in.
 * @throws {Refusal} `emailTaken`
 */
export async function register(
  db: Database,
  settings: PaymentSettings,
  registration: Registration & { email: string },
  formerValue: string | undefined,
  now: number,
): Promise<NewSession> {
  return await inTransaction(db, async (transaction) => {
    const guest = formerValue && (await lockGuest(transaction, formerValue, now));
    if (guest) {
      await registerGuest(transaction, settings, guest, registration, now);
      await endSessions(transaction, guest.id);
      await deleteApiKeysOf(transaction, guest.id);
      const account = await lockAccount(transaction, guest.id);
      return { account, value: await createSession(transaction, account, now) };
    }
    const { id } = await insertAccount(transaction, settings, registration, now);
    const { account } = await replaceSession(transaction, settings, formerValue, id, now);
    return { account, value: await createSession(transaction, account, now) };
  });
}

/** The guest of a live session, locked; undefined if it is no guest's, or a log-in has just merged the guest. */
async function lockGuest(
  transaction: Transaction,
  value: string,
  now: number,
): Promise<AccountRow | undefined> {
  const found = await findSession(transaction, value, now);
  if (found === undefined || !isGuest(found.account)) return undefined;
  await lockSubscriptionsOf(transaction, found.account.id);
  const guest = await findAndLockAccount(transaction, found.account.id);
  const still = await findSession(transaction, value, now);
  return guest && still && isGuest(guest) ? guest : undefined;
}
