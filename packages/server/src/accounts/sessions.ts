import { isGuest } from '../account-kind.ts';
import type { AccountRow, Database, SessionRow, Transaction } from '../database/tables.ts';
import { createRandomSecret, hashSecret } from '../random-secret.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A session lives for so long without being used. Its use is written down so often at most. */
const registeredLife = { lifetimeMs: 30 * dayMs, renewIntervalMs: dayMs };
const guestLife = { lifetimeMs: 7 * dayMs, renewIntervalMs: hourMs };

export interface SessionWithAccount {
  session: Pick<SessionRow, 'id' | 'renewed_at' | 'ends_at'>;
  account: AccountRow;
}

/** A session of this account lives for so long without being used. */
export function sessionLifetimeMs(account: Pick<AccountRow, 'kind' | 'email'>): number {
  return lifeOf(account).lifetimeMs;
}

/**
 * Begins a session and returns its value, which is stored nowhere: the table has only its SHA-256. With `endsAt` it ends then,
 * however it is used.
 */
export async function createSession(
  transaction: Transaction,
  account: Pick<AccountRow, 'id' | 'kind' | 'email'>,
  now: number,
  endsAt: number | null = null,
): Promise<string> {
  const value = createRandomSecret();
  await transaction
    .insertInto('session')
    .values({
      account_id: account.id,
      token_hash: hashSecret(value),
      created_at: now,
      renewed_at: now,
      expires_at: endsAt ?? now + sessionLifetimeMs(account),
      ends_at: endsAt,
    })
    .execute();
  return value;
}

/** Begins a session of the same account that is as old as the given one and ends when that would. Returns its value. */
export async function copySession(
  transaction: Transaction,
  { id: _, ...session }: SessionRow,
): Promise<string> {
  const value = createRandomSecret();
  const copy = { ...session, token_hash: hashSecret(value) };
  await transaction.insertInto('session').values(copy).execute();
  return value;
}

/** The live session of a value, with its account. An expired session does not count, even if it is not removed yet. */
export async function findSession(
  db: Database,
  value: string,
  now: number,
): Promise<SessionWithAccount | undefined> {
  const hash = hashSecret(value);
  return (await findSessions(db, [hash], now)).get(hash);
}

/** The same of several, by the hashes of their values. */
export async function findSessions(
  db: Database,
  hashes: string[],
  now: number,
): Promise<Map<string, SessionWithAccount>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.token_hash', 'in', hashes)
    .where('session.expires_at', '>', now)
    .selectAll('account')
    .select(['session.token_hash', 'session.id as session_id'])
    .select(['session.renewed_at', 'session.ends_at'])
    .execute();
  return new Map(
    rows.map(({ token_hash, session_id, renewed_at, ends_at, ...account }) => [
      token_hash,
      { account, session: { id: session_id, renewed_at, ends_at } },
    ]),
  );
}

/** Whether the use of the session is to be written down now: about once an hour or a day, unless its end is fixed. */
export function isRenewalDue(
  {
    session,
    account,
  }: {
    session: Pick<SessionRow, 'renewed_at' | 'ends_at'>;
    account: Pick<AccountRow, 'kind' | 'email'>;
  },
  now: number,
): boolean {
  return session.ends_at === null && now - session.renewed_at >= lifeOf(account).renewIntervalMs;
}

/** Lets the session live on from now. False if another request did so, or it has just ended. */
export async function renewSession(
  db: Database,
  { session, account }: SessionWithAccount,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ renewed_at: now, expires_at: now + sessionLifetimeMs(account) })
    .where('id', '=', session.id)
    .where('renewed_at', '=', session.renewed_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endSession(db: Database, sessionId: number): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).execute();
}

/** Ends every session of the account except the given one, and the codes that hand sessions over with them, those of that one too. */
export async function endSessions(
  db: Database,
  accountId: number,
  exceptSessionId?: number,
): Promise<void> {
  let deletion = db.deleteFrom('session').where('account_id', '=', accountId);
  if (exceptSessionId !== undefined) {
    deletion = deletion.where('id', '!=', exceptSessionId);
    await db.deleteFrom('handoff').where('session_id', '=', exceptSessionId).execute();
  }
  await deletion.execute();
}

function lifeOf(account: Pick<AccountRow, 'kind' | 'email'>) {
  return isGuest(account) ? guestLife : registeredLife;
}
