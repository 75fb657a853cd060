import type { Kysely, Selectable } from 'kysely';
import type { PaymentSettings } from '../billing/public.ts';
import { emailKey } from '../database/email-key.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountTable, Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import type { NewSession } from './guests.ts';
import { replaceSession } from './merge.ts';
import type { Passwords } from './passwords.ts';
import { createSession } from './sessions.ts';

/** Why a log-in is refused: the cause of `wrongLogin`, for the log alone. */
type WrongLogin = 'unknown email' | 'wrong password';

/**
 * Checks email and password and begins a session; a guest of this browser is merged. Throws
 * `wrongLogin`, the same way and after the same work whether or not there is such an account.
 */
export async function logIn(
  db: Kysely<Tables>,
  settings: PaymentSettings,
  passwords: Passwords,
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
    if (newHash !== undefined) {
      await transaction
        .updateTable('account')
        .set({ password_hash: newHash })
        .where('id', '=', locked.id)
        .execute();
    }
    const account = await replaceSession(transaction, settings, formerValue, locked.id, now);
    return { account, value: await createSession(transaction, account, now) };
  });
}

function wrongLogin(cause: WrongLogin): ApiError {
  return new ApiError('wrongLogin', { cause });
}

/** The registered account of an email, whatever its case. */
export async function findByEmail(
  db: Kysely<Tables>,
  email: string,
): Promise<Selectable<AccountTable> | undefined> {
  return await db
    .selectFrom('account')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
}
