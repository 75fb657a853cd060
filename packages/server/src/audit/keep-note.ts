import type { Parts } from '../parts.ts';
import { type AuditNote, writeNote } from './audit-rows.ts';

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
