import { DatabaseError } from 'pg';
import { StoreUnavailable, TransactionConflict, UniqueViolation } from '../errors.ts';

// SQLSTATE codes, https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = '23505';

/** Other transactions were in the way; this one was rolled back, and may well succeed when it is run again. */
const conflicts = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '23503', // foreign_key_violation: a row was to refer to another that has just been deleted
]);

/** By class or code: faults of the server or its surroundings, not of the statement. */
const faultsOfSurroundings = [
  '08', // connection exception
  '25006', // read_only_sql_transaction: a former primary, now a standby
  '25P03', // idle_in_transaction_session_timeout
  '28', // invalid authorization: while it runs, somebody is changing passwords
  '3D000', // invalid_catalog_name: the database is gone
  '42501', // insufficient_privilege: somebody is changing rights
  '42P01', // undefined_table: an empty database has taken the place of ours
  '53', // insufficient resources: disk full, out of memory, too many connections
  '55P03', // lock_not_available
  '57', // operator intervention: shut down, starting up, statement timed out
  '58', // system error
  'XX', // internal error, data corrupted
];

/** The error of the store for an error of `pg`. */
export function storeError(error: unknown): Error {
  if (error instanceof StoreUnavailable) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if (!(cause instanceof DatabaseError)) {
    // An error without an SQLSTATE is about the connection: refused, cut, timed out.
    return new StoreUnavailable(`PostgreSQL cannot be reached: ${sentenceOf(cause)}`, { cause });
  }
  const code = cause.code ?? '';
  if (code === uniqueViolation) return new UniqueViolation(cause.message, { cause });
  if (conflicts.has(code)) return new TransactionConflict(cause.message, { cause });
  if (faultsOfSurroundings.some((start) => code.startsWith(start))) {
    return new StoreUnavailable(`PostgreSQL: ${cause.message}`, { cause });
  }
  return cause;
}

/** If a host has several addresses, each of them has failed, and the whole has no sentence of its own. */
function sentenceOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return error.message || (first instanceof Error ? first.message : error.name);
}

/** Whether the connection that gave this error must not be used again. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  // A standby takes no writes for as long as it is one: the primary may be reached by a new connection.
  return error.code === '25006' || error.severity === 'FATAL' || error.severity === 'PANIC';
}
