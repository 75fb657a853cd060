import type { AuditEntry } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import { accountName, listNotes, toEntry } from '../audit/public.ts';
import type { Database } from '../database/tables.ts';
import { type AccountChoice, accountOf } from './accounts.ts';

/** An entry as operators see it. */
export interface OperatorAuditEntry extends AuditEntry {
  /** The account that it was done to: its email, or `account 42`. */
  account: string;
  accountId: number;
}

/** The selection of entries. */
export interface AuditSelection {
  /** Of one account; else of all. */
  account?: AccountChoice | undefined;
  limit: number;
  /** Only entries with a lower id. */
  before?: number | undefined;
}

/**
 * Who did what to accounts, newest first.
 * @throws {ApiError} `notFound` if there is no such account
 */
export async function listAudit(
  { db }: { db: Database },
  { account, limit, before }: AuditSelection,
): Promise<OperatorAuditEntry[]> {
  const accountId = account && (await idOf(db, account));
  const rows = await listNotes(db, { accountId, limit, before });
  return rows.map((row) => ({
    ...toEntry(row),
    account: accountName({ id: row.account_id, email: row.email }),
    accountId: row.account_id,
  }));
}

async function idOf(db: Database, choice: AccountChoice): Promise<number> {
  if ('email' in choice) return (await accountOf(db, choice.email)).id;
  const { id } = choice;
  const found = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst();
  if (found === undefined)
    throw new ApiError('notFound', { sentence: `No account has the id ${id}` });
  return id;
}
