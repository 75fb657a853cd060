import type { AuditAction } from '@hookwell/contract';
import { writeNote } from '../audit/public.ts';
import type { Transaction } from '../database/tables.ts';

/** Writes down what an operator has done to an account: part of the transaction that does it. */
export async function noteOperator(
  transaction: Transaction,
  accountId: number,
  action: AuditAction,
  at: number,
  subject?: string,
): Promise<void> {
  const account = { id: accountId };
  await writeNote(transaction, { account, action, by: 'operator', subject, at });
}
