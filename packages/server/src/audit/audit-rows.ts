import { createHash } from 'node:crypto';
import type { AuditAction, AuditEntry } from '@hookwell/core/api';
import { type Selectable, sql } from 'kysely';
import { isGuestRow } from '../account-kind.ts';
import { type AuditTable, type Database, emailKey } from '../database/tables.ts';
import type { Parts } from '../parts.ts';

/** Something that was done to an account. */
export interface AuditNote {
  /** Whom it concerns: by its id, or the one that has this email, if any. */
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
export const longestTextCharacters = 500;

/**
 * Writes a row, or counts in the one that is alike: same action, by whom, subject and address, in the same minute of the clock. The
 * database decides this, so all nodes count in one row. For guests, and accounts that are gone, it writes nothing.
 */
export async function writeNote(db: Database, note: AuditNote): Promise<void> {
  const { account, action, at } = note;
  const by = cut(note.by);
  const subject = note.subject === undefined ? null : cut(note.subject);
  const ipAddress = note.ipAddress ?? null;
  const alike =
    action === 'login.failed'
      ? [action, Math.floor(at / failedLogInsForMs)]
      : [action, Math.floor(at / alikeForMs), by, subject, ipAddress];
  const text = (value: string | null) => sql<string>`cast(${value} as text)`;
  const number = (value: number) => sql<number>`cast(${value} as bigint)`;
  await db
    .insertInto('audit')
    .columns(['account_id', 'at', 'action', 'actor', 'subject', 'ip_address', 'kind', 'count'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .select([
          'account.id as account_id',
          number(at).as('at'),
          text(action).as('action'),
          text(by).as('actor'),
          text(subject).as('subject'),
          text(ipAddress).as('ip_address'),
          text(kindOf(alike)).as('kind'),
          number(1).as('count'),
        ])
        .where((inner) =>
          'id' in account
            ? inner('account.id', '=', account.id)
            : inner('account.email_key', '=', emailKey(account.email)),
        )
        .where((inner) => inner.not(isGuestRow))
        // Waits for a deletion under way, and then finds no account.
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind'])
        .doUpdateSet((eb) => ({ count: eb('audit.count', '+', 1) })),
    )
    .execute();
}

function kindOf(alike: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(alike)).digest('base64url').slice(0, 22);
}

/** A character that the cut is within becomes U+FFFD. */
function cut(text: string): string {
  return text.slice(0, longestTextCharacters).toWellFormed();
}

type AuditRow = Selectable<AuditTable>;

/** Rows of an account, or of all, newest first. */
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
