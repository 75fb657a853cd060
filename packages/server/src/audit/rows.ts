import { createHash } from 'node:crypto';
import type { AuditAction, AuditEntry } from '@hookwell/core/api';
import { type Selectable, sql } from 'kysely';
import { isGuestRow } from '../account-kind.ts';
import { type AccountRow, type AuditTable, type Database, emailKey } from '../database/tables.ts';
import type { Parts } from '../parts.ts';
import { accountName } from './names.ts';

/** Something that was done to an account. */
export interface AuditNote {
  /** The account that it concerns: by its id, or the one that has this email, if any. */
  account: { id: number } | { email: string };
  action: AuditAction;
  by: string;
  subject?: string | undefined;
  /** Absent for operators and payments. */
  ipAddress?: string | undefined;
  /** In milliseconds since 1970. */
  at: number;
}

/** Alike ones of one minute are one row; failed log-ins of an account those of one hour, whoever tried. */
export const alikeForMs = 60_000;
export const failedLogInsForMs = 3_600_000;
/** Names in a row are cut to so many characters. */
export const maxTextCharacters = 500;
const maxRowsOfAccount = 10_000;
const dayMs = 24 * 60 * 60 * 1000;
const keptForMs = 90 * dayMs;

/**
 * Writes a row, or counts in the one that is alike: same action, by whom, subject and address, in the same minute of the clock. The
 * database decides this, so all nodes count in one row. Guests, and accounts that are gone, have no rows.
 */
export async function writeNote(db: Database, note: AuditNote): Promise<void> {
  const { account, action, at } = note;
  const concerned = await db
    .selectFrom('account')
    .select('id')
    .where((eb) =>
      'id' in account ? eb('id', '=', account.id) : eb('email_key', '=', emailKey(account.email)),
    )
    .where((eb) => eb.not(isGuestRow))
    .executeTakeFirst();
  if (concerned === undefined) return;
  const by = cut(note.by);
  const subject = note.subject === undefined ? null : cut(note.subject);
  const ipAddress = note.ipAddress ?? null;
  const alike =
    action === 'login.failed'
      ? [action, Math.floor(at / failedLogInsForMs)]
      : [action, Math.floor(at / alikeForMs), by, subject, ipAddress];
  // Whole names would be too long for an index of PostgreSQL.
  const kind = createHash('sha256').update(JSON.stringify(alike)).digest('base64url').slice(0, 22);
  await db
    .insertInto('audit')
    .values({
      ...{ account_id: concerned.id, at, action, actor: by, subject, ip_address: ipAddress },
      ...{ kind, count: 1 },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind'])
        .doUpdateSet((eb) => ({ count: eb('audit.count', '+', 1) })),
    )
    .execute();
}

/** A character that the cut is within becomes U+FFFD. */
function cut(text: string): string {
  return text.slice(0, maxTextCharacters).toWellFormed();
}

/**
 * Writes down what was done, once it is done. Never rejects: what is done stays done even if its row cannot be written, and the row
 * then stands in the log, where an operator finds it. So it is if the process dies between the two, but without the line in the log.
 */
export async function keepNote(
  { store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>,
  note: Omit<AuditNote, 'at'>,
): Promise<void> {
  const row = { ...note, at: clock() };
  try {
    await writeNote(store.db, row);
  } catch (err) {
    log.error({ err, audit: row }, 'A row of the audit could not be written');
  }
}

/**
 * Writes down that somebody has registered, logged in or taken a session over, and the guest that the account has taken over.
 * @param mergedEndpoints the endpoints of that guest; absent if there was none
 * @param how of a log-in that is not by password: `single sign-on`
 */
export async function noteEntry(
  parts: Pick<Parts, 'store' | 'clock' | 'log'>,
  action: 'account.register' | 'login' | 'session.take',
  {
    account,
    mergedEndpoints,
  }: { account: Pick<AccountRow, 'id' | 'email'>; mergedEndpoints?: number | undefined },
  ipAddress: string,
  how?: string,
): Promise<void> {
  const entered = { account: { id: account.id }, by: accountName(account), ipAddress };
  await keepNote(parts, { ...entered, action, subject: how });
  if (mergedEndpoints === undefined) return;
  const subject = mergedEndpoints === 1 ? '1 endpoint' : `${mergedEndpoints} endpoints`;
  await keepNote(parts, { ...entered, action: 'guest.merge', subject });
}

/** A log-in that was refused, for the account of this email. */
export function failedLogIn(email: string, ipAddress: string): Omit<AuditNote, 'at'> {
  return { account: { email }, action: 'login.failed', by: 'unknown', ipAddress };
}

type AuditRow = Selectable<AuditTable>;

/** Returns rows of an account, or of all, newest first. */
export async function listNotes(
  db: Database,
  {
    accountId,
    limit,
    before,
  }: { accountId?: number | undefined; limit: number; before?: number | undefined },
): Promise<(AuditRow & { email: string | null })[]> {
  let query = db
    .selectFrom('audit')
    .innerJoin('account', 'account.id', 'audit.account_id')
    .selectAll('audit')
    .select('account.email')
    .orderBy('audit.id', 'desc')
    .limit(limit);
  if (accountId !== undefined) query = query.where('audit.account_id', '=', accountId);
  if (before !== undefined) query = query.where('audit.id', '<', before);
  return await query.execute();
}

export function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    // Only `writeNote` writes rows.
    action: row.action as AuditAction,
    by: row.actor,
    ...(row.subject === null ? {} : { subject: row.subject }),
    ...(row.ip_address === null ? {} : { ipAddress: row.ip_address }),
    ...(row.count === 1 ? {} : { count: row.count }),
  };
}

/**
 * Removes rows that are too old, then those that an account has too many of: the oldest of its most frequent actions, so whoever hides
 * something behind ten thousand new names pushes out no log-in and no member. Returns the number removed.
 */
export async function removeOldNotes(
  { store: { db }, clock }: { store: { db: Database }; clock: () => number },
  limit: number,
  maxRows = maxRowsOfAccount,
): Promise<number> {
  const now = clock();
  const old = db
    .selectFrom('audit')
    .select('id')
    .where('at', '<=', now - keptForMs)
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('audit').where('id', 'in', old).executeTakeFirst();
  if (numDeletedRows > 0) return Number(numDeletedRows);
  // Accounts that nothing was done to in the last day were trimmed before.
  const crowded = await db
    .selectFrom('audit')
    .select('account_id')
    .where('account_id', 'in', (eb) =>
      eb
        .selectFrom('audit')
        .select('account_id')
        .where('at', '>', now - dayMs),
    )
    .groupBy('account_id')
    .having((eb) => eb.fn.countAll(), '>', maxRows)
    .limit(1)
    .executeTakeFirst();
  if (crowded === undefined) return 0;
  // The n-th newest row of one action stays as long as that of any other.
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (order by nth, id desc) as kept from (
        select id, row_number() over (partition by action order by id desc) as nth
        from audit where account_id = ${crowded.account_id}
      ) as numbered
    ) as ranked
    where kept > ${maxRows} order by id limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('audit').where('id', 'in', ids).execute();
  return ids.length;
}
