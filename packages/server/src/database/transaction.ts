import { AsyncLocalStorage } from 'node:async_hooks';
import { type Role, roles } from '@hookwell/core/api';
import { CompiledQuery } from 'kysely';
import { CallerEnded, TransactionConflict } from './errors.ts';
import type { Database, Transaction } from './tables.ts';

/** A transaction that ran into another one is run again so many times. */
const mostRetries = 4;

/**
 * Runs `work` in a transaction, and again if it ran into another one (two that wait for each other, or a row
 * deleted that another is to refer to): so `work` must do nothing but ask the database, and compute. Nothing is changed for a caller
 * who may not do so any more (`changingFor`).
 */
export async function inTransaction<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return await retryConflicts(() =>
    db.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      await refuseEndedCaller(async ({ sql, parameters }) => {
        const { rows } = await transaction.executeQuery(CompiledQuery.raw(sql, parameters));
        return rows.length > 0;
      });
      return result;
    }),
  );
}

/** Runs `attempt` again if it was rolled back because of another transaction. */
export async function retryConflicts<Result>(
  attempt: () => Promise<Result>,
  retries = mostRetries,
): Promise<Result> {
  for (let left = retries; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransactionConflict) || left === 0) throw error;
    }
  }
}

/** What lets somebody change something: a session or a key, and in a team the membership with a role. */
interface ChangingCaller {
  credential: { kind: 'session' | 'key'; id: number };
  membership?: { teamId: number; accountId: number; least: Role } | undefined;
}

/** A statement that finds one row of a caller and locks it, or finds nothing once that has ended. */
export interface CallerRow {
  of: 'credential' | 'membership';
  sql: string;
  parameters: (number | string)[];
}

interface Change {
  rows: readonly CallerRow[];
}

const changes = new AsyncLocalStorage<Change>();

/**
 * Runs `work`, whose changes are made only while the caller may make them, until the returned function is called. So nothing is made for
 * whoever was logged out, removed or given a lower role while the change waited for something: each of its transactions looks at its end
 * whether these rows are there, and whoever ends them waits for it.
 */
export function changingFor(db: Database, caller: ChangingCaller, work: () => void): () => void {
  const change: Change = { rows: rowsOf(db, caller) };
  changes.run(change, work);
  return () => {
    change.rows = [];
  };
}

/** The rows that have to be there when what is changed now is committed; none where no caller asked for it. */
export function callerRows(): readonly CallerRow[] {
  return changes.getStore()?.rows ?? [];
}

/**
 * To be called at the end of a transaction, so that accounts and endpoints are locked before credentials.
 * @throws {CallerEnded}
 */
export async function refuseEndedCaller(
  isThere: (row: CallerRow) => Promise<boolean>,
): Promise<void> {
  for (const row of callerRows()) if (!(await isThere(row))) throw new CallerEnded(row.of);
}

/** The membership comes first: whoever deletes an account ends its memberships before its sessions. */
function rowsOf(db: Database, { credential, membership }: ChangingCaller): CallerRow[] {
  const table = credential.kind === 'session' ? 'session' : 'api_key';
  // Sessions are renewed and keys note their use meanwhile: only their end has to wait.
  const ofCredential = db.selectFrom(table).select('id').where('id', '=', credential.id);
  const rows = [rowOf('credential', ofCredential.forKeyShare().compile())];
  if (membership === undefined) return rows;
  const { teamId, accountId, least } = membership;
  const ofMember = db
    .selectFrom('member')
    .select('role')
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .where('role', 'in', roles.slice(roles.indexOf(least)))
    .forNoKeyUpdate();
  return [rowOf('membership', ofMember.compile()), ...rows];
}

function rowOf(
  of: CallerRow['of'],
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
): CallerRow {
  // Ids and roles.
  return { of, sql, parameters: [...parameters] as CallerRow['parameters'] };
}
