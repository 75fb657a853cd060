import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AccountTable, SessionTable, Tables } from '../database/tables.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How long a session lives without being used, and how often use is written down, in milliseconds. */
const registeredLife = { lifetime: 30 * day, renewEvery: day };
const guestLife = { lifetime: 7 * day, renewEvery: hour };

const valueBytes = 32;
const valuePattern = /^[A-Za-z0-9_-]{43}$/;

type AccountRow = Selectable<AccountTable>;

export interface SessionWithAccount {
  session: Pick<Selectable<SessionTable>, 'id' | 'renewed_at'>;
  account: AccountRow;
}

export function isGuest(account: Pick<AccountRow, 'email'>): boolean {
  return account.email === null;
}

/** How long a session of this account lives from now on, in milliseconds. */
export function sessionLifetime(account: Pick<AccountRow, 'email'>): number {
  return lifeOf(account).lifetime;
}

/** Whether a text could be a session's value at all: 256 random bits in base64url. */
export function isSessionValue(text: string): boolean {
  return valuePattern.test(text);
}

/** Begins a session and returns its value, which is stored nowhere: the table has its SHA-256. */
export async function createSession(
  transaction: Transaction<Tables>,
  account: Pick<AccountRow, 'id' | 'email'>,
  now: number,
): Promise<string> {
  const value = randomBytes(valueBytes).toString('base64url');
  await transaction
    .insertInto('session')
    .values({
      account_id: account.id,
      token_hash: hashValue(value),
      created_at: now,
      renewed_at: now,
      expires_at: now + sessionLifetime(account),
    })
    .execute();
  return value;
}

/** The live session of a value, with its account. An expired one is none, removed already or not. */
export async function findSession(
  db: Kysely<Tables>,
  value: string,
  now: number,
): Promise<SessionWithAccount | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.token_hash', '=', hashValue(value))
    .where('session.expires_at', '>', now)
    .selectAll('account')
    .select(['session.id as session_id', 'session.renewed_at'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { session_id, renewed_at, ...account } = row;
  return { account, session: { id: session_id, renewed_at } };
}

/** Whether use of the session should be written down now: about once an hour or a day, not each time. */
export function isRenewalDue({ session, account }: SessionWithAccount, now: number): boolean {
  return now - session.renewed_at >= lifeOf(account).renewEvery;
}

/** Lets the session live on from now. False where somebody else did so, or it has just ended. */
export async function renewSession(
  db: Kysely<Tables>,
  { session, account }: SessionWithAccount,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ renewed_at: now, expires_at: now + sessionLifetime(account) })
    .where('id', '=', session.id)
    .where('renewed_at', '=', session.renewed_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endSession(db: Kysely<Tables>, sessionId: number): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).execute();
}

/** Ends every session of the account, but for the one that may stay. */
export async function endSessions(
  db: Kysely<Tables>,
  accountId: number,
  exceptSessionId?: number,
): Promise<void> {
  let deletion = db.deleteFrom('session').where('account_id', '=', accountId);
  if (exceptSessionId !== undefined) deletion = deletion.where('id', '!=', exceptSessionId);
  await deletion.execute();
}

function lifeOf(account: Pick<AccountRow, 'email'>) {
  return isGuest(account) ? guestLife : registeredLife;
}

function hashValue(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
