import type { AuditAction } from '@hookwell/contract';
import type { Database } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';

/** A call of an operation, with what its route has checked. */
export interface AuditedCall {
  db: Database;
  caller: Caller;
  params: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
}

/** Parts of a row. */
export interface Told {
  /** Where it is not that of the operation. */
  action?: AuditAction;
  subject?: string | undefined;
  /** The accounts that it concerns; else the one acted for. */
  accountIds?: readonly number[];
}

/** What is written about an operation that succeeded. */
export interface Audited {
  action: AuditAction;
  /** Whether this call changes anything; absent if all do. */
  changes?(call: AuditedCall): boolean;
  /** Asked before it is done: afterwards its subject may be gone. */
  before?(call: AuditedCall): Promise<Told>;
  /** Asked with its answer, which says more. */
  after?(answer: Readonly<Record<string, unknown>>, call: AuditedCall, before: Told): Told;
}
