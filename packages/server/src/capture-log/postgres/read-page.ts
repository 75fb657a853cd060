import type { ConnectionPool, Statement } from '../../database/postgres/pool.ts';
import type { IdsQuery, Page, PageQuery, Scope, StoredCapture } from '../capture-log.ts';
import { readCaptures } from './capture-rows.ts';
import { type CaptureHead, MergedCaptures } from './merged-captures.ts';

/** Bounds for the bodies that are read. */
const anySize = Number.MAX_SAFE_INTEGER;
const noBody = -1;

/** One page of a scope: first its end is found, then its rows are read. */
export async function readPage(
  pool: ConnectionPool,
  scope: Scope,
  query: PageQuery,
): Promise<Page> {
  const largestBodyBytes = query.withBody ? (query.largestBodyBytes ?? anySize) : noBody;
  for (let range: PageQuery = query; ; ) {
    const { ids, more } = await idsWithin(pool, scope, range, largestBodyBytes);
    const found = await readCaptures(pool, ids, largestBodyBytes);
    const captures = ids.flatMap((id) => found.get(id) ?? []);
    // All of them were removed meanwhile: a page that has more to come is never empty.
    const last = ids.at(-1);
    if (captures.length > 0 || !more || last === undefined) return { captures, more };
    range = query.order === 'newestFirst' ? { ...query, before: last } : { ...query, after: last };
  }
}

/** The ids of the page, up to the limit of its bytes. */
async function idsWithin(
  pool: ConnectionPool,
  scope: Scope,
  query: PageQuery,
  largestBodyBytes: number,
): Promise<{ ids: number[]; more: boolean }> {
  const sizeOf = ({ textSize, bodySize }: CaptureHead): number =>
    textSize + (bodySize <= largestBodyBytes ? bodySize : 0);
  const merged = await open(pool, 'heads', scope, query);
  const ids: number[] = [];
  let bytes = 0;
  for (let head = await merged.peek(); head !== undefined; head = await merged.peek()) {
    bytes += sizeOf(head);
    if (ids.length === query.limit || (ids.length > 0 && bytes > query.maxBytes)) {
      return { ids, more: true };
    }
    ids.push(head.id);
    await merged.take();
  }
  return { ids, more: false };
}

/** The ids of a page, from the index alone. */
export async function readIds(
  pool: ConnectionPool,
  scope: Scope,
  query: IdsQuery,
): Promise<{ ids: number[]; more: boolean }> {
  const merged = await open(pool, 'ids', scope, query);
  const ids: number[] = [];
  for (let head = await merged.peek(); head !== undefined; head = await merged.peek()) {
    if (ids.length === query.limit) return { ids, more: true };
    ids.push(head.id);
    await merged.take();
  }
  return { ids, more: false };
}

function open(
  pool: ConnectionPool,
  detail: 'ids' | 'heads',
  scope: Scope,
  query: IdsQuery,
): Promise<MergedCaptures> {
  const { limit, ...bounds } = query;
  return MergedCaptures.open(
    (statement, values) => pool.query(statement, values),
    detail,
    scope,
    bounds,
    limit,
  );
}

const owned: Statement = {
  name: 'owned capture',
  text: `select captured.id from captured_request captured
    join endpoint on endpoint.id = captured.endpoint_id
    where captured.id = $1 and endpoint.account_id = $2 and captured.id > endpoint.cleared_through`,
};

/** One capture, if the account has it. */
export async function readOne(
  pool: ConnectionPool,
  accountId: number,
  id: number,
  largestBodyBytes: number,
): Promise<StoredCapture | undefined> {
  const rows = await pool.query(owned, [id, accountId]);
  if (rows.length === 0) return undefined;
  return (await readCaptures(pool, [id], largestBodyBytes)).get(id);
}

const oldest: Statement = {
  name: 'oldest captures',
  text: `select endpoint.id, oldest.received_at
    from endpoint cross join lateral (
      select received_at from captured_request
      where endpoint_id = endpoint.id and id > endpoint.cleared_through
      order by id limit 1
    ) as oldest
    where endpoint.id = any ($1::bigint[])`,
};

/** The time at which the oldest capture of each endpoint was received, of those that have one. */
export async function oldestReceivedAt(
  pool: ConnectionPool,
  endpointIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await pool.query<{ id: number; received_at: number }>(oldest, [endpointIds]);
  return new Map(rows.map(({ id, received_at }) => [id, received_at]));
}
