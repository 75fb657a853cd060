import type { PaymentSettings } from '../billing/public.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { findByEmail, writePasswordHash } from './accounts.ts';
import type { NewSession } from './guests.ts';
import { replaceSession } from './merge.ts';
import type { NetworkPasswords } from './passwords.ts';
import { createSession } from './sessions.ts';

/** The reason why a log-in is refused: the cause of `wrongLogin`, only for the log. */
type WrongLogin = 'unknown email' | 'wrong password';

/**
 * Checks email and password and begins a session. A guest of this browser is merged. A refusal takes the same
 * work and looks the same whether or not there is such an account.
 * @throws {Refusal} `wrongLogin`
 */
export async function logIn(
  db: Database,
  settings: PaymentSettings,
  passwords: NetworkPasswords,
  { email, password }: { email: string; password: string },
  formerValue: string | undefined,
  now: number,
): Promise<NewSession> {
  const found = await findByEmail(db, email);
  const isRight = await passwords.verify(password, found?.password_hash);
  if (found === undefined) throw wrongLogin('unknown email');
  if (!isRight) throw wrongLogin('wrong password');
  const outdated = found.password_hash !== null && passwords.isOutdated(found.password_hash);
  const newHash = outdated ? await passwords.hash(password) : undefined;

  return await inTransaction(db, async (transaction) => {
    const locked = await findAndLockAccount(transaction, found.id);
    // The password was changed or the account deleted while the hash was computed.
    if (locked === undefined || locked.password_hash !== found.password_hash) {
      throw wrongLogin('wrong password');
    }
    if (newHash !== undefined) await writePasswordHash(transaction, locked.id, newHash);
    const entered = await replaceSession(transaction, settings, formerValue, locked.id, now);
    return { ...entered, value: await createSession(transaction, entered.account, now) };
  });
}

function wrongLogin(cause: WrongLogin): Refusal {
  return new Refusal('wrongLogin', { cause });
}
