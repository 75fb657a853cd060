import type { RefusedRequests } from '@hookwell/core/api';
import type { Selectable } from 'kysely';
import { portions } from '../database/grouped-look-ups.ts';
import { lockName } from '../database/locks.ts';
import type { Database, RefusalTable, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type AlikeRefusals, alikeForMs, isWithin } from './waiting-refusals.ts';

/** An endpoint shows so many rows, and has no more. */
const mostRowsOfEndpoint = 100;
/** A statement writes so many: to put longer ones together takes the event loop milliseconds. */
const mostRowsAtOnce = 25;
/** Rows are kept for so long. */
export const keptForMs = 7 * 24 * 60 * 60 * 1000;

type Row = Selectable<RefusalTable>;

/** An endpoint that refusals are written for. */
interface Named {
  id: number;
  token: string;
  clearedAt: number;
  /** The number of its newest row; 0 if it has none. */
  newest: number;
}

/**
 * Writes refusals in one transaction. Those that name no endpoint are forgotten, and so are those from before the last clear.
 * Alike ones of a minute become one row, whichever node had them.
 */
export async function writeRefusals(db: Database, refused: readonly AlikeRefusals[]) {
  await inTransaction(db, async (transaction) => {
    // Two nodes that wrote at once would take the same numbers, and not see each other's rows.
    await lockName(transaction, 'refusals');
    const named = await findNamed(transaction, [...new Set(refused.map(({ token }) => token))]);
    if (named.size === 0) return;
    const rows = await merged(transaction, refused, named);
    for (const portion of portions(rows, mostRowsAtOnce)) await put(transaction, portion);
    await removeBeyond(transaction, [...named.values()]);
  });
}

async function put(transaction: Transaction, rows: Row[]): Promise<void> {
  await transaction
    .insertInto('refusal')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['endpoint_id', 'number']).doUpdateSet((eb) => ({
        first_at: eb.ref('excluded.first_at'),
        detail: eb.ref('excluded.detail'),
        path: eb.ref('excluded.path'),
        ip_address: eb.ref('excluded.ip_address'),
        body_bytes: eb.ref('excluded.body_bytes'),
        count: eb.ref('excluded.count'),
      })),
    )
    .execute();
}

async function findNamed(transaction: Transaction, tokens: string[]): Promise<Map<string, Named>> {
  const rows = await transaction
    .selectFrom('endpoint')
    .select((eb) => [
      'id',
      'token',
      'refusals_cleared_at as clearedAt',
      eb
        .selectFrom('refusal')
        .select((max) => max.fn.max('number').as('newest'))
        .whereRef('endpoint_id', '=', 'endpoint.id')
        .as('newest'),
    ])
    .where('token', 'in', tokens)
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.token, { ...row, newest: Number(row.newest ?? 0) }]));
}

/** The rows as they are to be written: new ones, and known ones that count more now. */
async function merged(
  transaction: Transaction,
  refused: readonly AlikeRefusals[],
  named: Map<string, Named>,
): Promise<Row[]> {
  const rows = refused.flatMap((one) => {
    const endpoint = named.get(one.token);
    return endpoint === undefined || one.at <= endpoint.clearedAt ? [] : [rowOf(one, endpoint)];
  });
  const latest = await latestAlike(transaction, rows);
  const changed = new Set<Row>();
  for (const { row, endpoint } of rows) {
    const known = latest.get(row.kind);
    if (known !== undefined && isWithin({ at: known.first_at }, row.first_at)) {
      const first = row.first_at < known.first_at ? row : known;
      const { number } = known;
      changed.add(Object.assign(known, first, { number, count: known.count + row.count }));
    } else {
      endpoint.newest += 1;
      row.number = endpoint.newest;
      latest.set(row.kind, row);
      changed.add(row);
    }
  }
  return [...changed];
}

/** The latest row of each kind of these that may count more: there are no more of them than kinds, whoever sends what. */
async function latestAlike(
  transaction: Transaction,
  rows: readonly { row: Row }[],
): Promise<Map<string, Row>> {
  const earliest = rows.reduce((least, { row }) => Math.min(least, row.first_at), Infinity);
  const kinds = [...new Set(rows.map(({ row }) => row.kind))];
  if (kinds.length === 0) return new Map();
  const known = await transaction
    .selectFrom('refusal')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('first_at', '>', earliest - alikeForMs)
    .orderBy('number')
    .execute();
  return new Map(known.map((row) => [row.kind, row]));
}

function rowOf(one: AlikeRefusals, endpoint: Named): { row: Row; endpoint: Named } {
  const row = {
    endpoint_id: endpoint.id,
    number: 0,
    first_at: one.at,
    reason: one.reason,
    status: one.status ?? null,
    method: one.method === '' ? null : one.method,
    kind: `${endpoint.id} ${one.reason} ${one.status ?? '-'} ${one.method} ${one.network}`,
    detail: one.detail ?? null,
    path: one.path ?? null,
    ip_address: one.ipAddress,
    body_bytes: one.bytes ?? null,
    count: one.count,
  };
  return { row, endpoint };
}

/** Removes the oldest rows of endpoints that have too many: numbers have no gaps, but for what is older than all that is left. */
async function removeBeyond(transaction: Transaction, endpoints: readonly Named[]): Promise<void> {
  const full = endpoints.filter(({ newest }) => newest > mostRowsOfEndpoint);
  if (full.length === 0) return;
  await transaction
    .deleteFrom('refusal')
    .where((eb) =>
      eb.or(
        full.map(({ id, newest }) =>
          eb.and([eb('endpoint_id', '=', id), eb('number', '<=', newest - mostRowsOfEndpoint)]),
        ),
      ),
    )
    .execute();
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
    .orderBy('number', 'desc')
    .limit(mostRowsOfEndpoint)
    .execute();
  // Nodes write what happened at once one after the other.
  return rows.sort((one, other) => other.first_at - one.first_at).map(toRefusedRequests);
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
  const isOver = clock() - keptForMs;
  const { numDeletedRows } = await store.db
    .deleteFrom('refusal')
    .where((eb) =>
      eb(
        eb.refTuple('endpoint_id', 'number'),
        'in',
        eb
          .selectFrom('refusal')
          .select(['endpoint_id', 'number'])
          .where('first_at', '<=', isOver)
          .limit(limit)
          .$asTuple('endpoint_id', 'number'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
