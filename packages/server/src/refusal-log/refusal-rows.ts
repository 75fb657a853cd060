import { createHash } from 'node:crypto';
import type { RefusedRequests } from '@hookwell/core/api';
import { type Selectable, sql } from 'kysely';
import { lockName } from '../database/locks.ts';
import type { Database, RefusalTable } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';

/** An endpoint shows so many rows, and has no more. */
const maxRowsOfEndpoint = 100;
const keptForMs = 7 * 24 * 60 * 60 * 1000;

type Row = Selectable<RefusalTable>;

/** A row that is yet to be written, for the endpoint of this token, if there is one. */
export interface WaitingRefusal {
  token: string;
  tenant: number;
  row: Omit<Row, 'endpoint_id' | 'number'>;
}

/**
 * Writes refusals in one transaction. Those that name no endpoint are forgotten, and so are those from before the last clear.
 * Those of one kind become one row, whichever node had them.
 */
export async function writeRefusals(db: Database, waiting: readonly WaitingRefusal[]) {
  await inTransaction(db, async (transaction) => {
    // Two nodes that wrote at once could wait for one another.
    await lockName(transaction, 'refusals');
    const endpoints = await transaction
      .selectFrom('endpoint')
      .select(['id', 'token', 'refusals_cleared_at'])
      .where('token', 'in', [...new Set(waiting.map(({ token }) => token))])
      .execute();
    const named = new Map(endpoints.map((endpoint) => [endpoint.token, endpoint]));
    const rows = waiting.flatMap(({ token, row }) => {
      const endpoint = named.get(token);
      if (endpoint === undefined || row.first_at <= endpoint.refusals_cleared_at) return [];
      return [{ ...row, endpoint_id: endpoint.id, number: numberOf(row.kind) }];
    });
    if (rows.length === 0) return;
    await transaction
      .insertInto('refusal')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['endpoint_id', 'number'])
          .doUpdateSet((eb) => ({ count: eb('refusal.count', '+', eb.ref('excluded.count')) })),
      )
      .execute();
    const ids = sql.join(endpoints.map(({ id }) => id));
    await sql`
      delete from refusal where (endpoint_id, number) in (
        select endpoint_id, number from (
          select endpoint_id, number,
            row_number() over (partition by endpoint_id order by first_at desc, number) as nth
          from refusal where endpoint_id in (${ids})
        ) as newest
        where nth > ${maxRowsOfEndpoint}
      )`.execute(transaction);
  });
}

/** The same number for the same kind: 48 bits, of which an endpoint has a hundred at a time. */
function numberOf(kind: string): number {
  return createHash('sha256').update(kind).digest().readUIntBE(0, 6);
}

/** The refusals of an endpoint, newest first. */
export async function listRefusals(
  db: Database,
  endpointId: number,
  now: number,
): Promise<RefusedRequests[]> {
  const rows = await db
    .selectFrom('refusal')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('first_at', '>', now - keptForMs)
    .orderBy('first_at', 'desc')
    .limit(maxRowsOfEndpoint)
    .execute();
  return rows.map(toRefusedRequests);
}

function toRefusedRequests(row: Row): RefusedRequests {
  return {
    at: new Date(row.first_at).toISOString(),
    ...(row.status === null ? {} : { status: row.status }),
    reason: row.reason,
    ...(row.detail === null ? {} : { detail: row.detail }),
    ...(row.method === null ? {} : { method: row.method }),
    ...(row.path === null ? {} : { path: row.path }),
    ipAddress: row.ip_address,
    ...(row.body_bytes === null ? {} : { bytes: row.body_bytes }),
    count: row.count,
  };
}

/** An account, or one of its endpoints. */
export interface ClearedScope {
  accountId: number;
  endpointId?: number | undefined;
}

/**
 * Removes the refusals of an account, or of one of its endpoints, and those that are yet to be written by any node. Resolves with the
 * tokens of its endpoints.
 */
export async function clearRefusals(
  db: Database,
  { accountId, endpointId }: ClearedScope,
  now: number,
): Promise<string[]> {
  return await inTransaction(db, async (transaction) => {
    const endpoints = await transaction
      .selectFrom('endpoint')
      .select(['id', 'token'])
      .where('account_id', '=', accountId)
      .$if(endpointId !== undefined, (query) => query.where('id', '=', Number(endpointId)))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const ids = endpoints.map(({ id }) => id);
    if (ids.length === 0) return [];
    await transaction
      .updateTable('endpoint')
      .set({ refusals_cleared_at: now })
      .where('id', 'in', ids)
      .execute();
    await transaction.deleteFrom('refusal').where('endpoint_id', 'in', ids).execute();
    return endpoints.map(({ token }) => token);
  });
}

/** Removes rows that are too old. Resolves with their number. */
export async function removeOldRefusals(
  { store, clock }: { store: { db: Database }; clock: () => number },
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from refusal where (endpoint_id, number) in (
      select endpoint_id, number from refusal where first_at <= ${clock() - keptForMs} limit ${limit}
    )`.execute(store.db);
  return Number(numAffectedRows);
}
