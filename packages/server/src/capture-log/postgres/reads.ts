import type { ConnectionPool, Statement } from '../../database/postgres/pool.ts';
import type { IdsQuery, Page, PageContent, PageQuery, Scope } from '../capture-log.ts';
import {
  type CountedEndpoint,
  type EndpointUsage,
  mostHiddenCounted,
  usageOf,
} from '../counted-captures.ts';
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

const headsOfIds: Statement = {
  name: 'heads of these captures',
  text: `select captured.id, octet_length(captured.target) + octet_length(captured.headers) as text_size,
      octet_length(captured.body) as body_size
    from captured_request captured join endpoint on endpoint.id = captured.endpoint_id
    where captured.id = any ($2::bigint[]) and endpoint.account_id = $1
      and captured.id > endpoint.cleared_through and ($3::bigint is null or endpoint.id = $3)`,
};

/** These captures of a scope, in their order. */
export async function readByIds(
  pool: ConnectionPool,
  scope: Scope,
  ids: readonly number[],
  content: PageContent,
): Promise<Page> {
  const largestBodyBytes = content.withBody ? (content.largestBodyBytes ?? anySize) : noBody;
  const rows = await pool.query<{ id: number; text_size: number; body_size: number }>(headsOfIds, [
    scope.accountId,
    ids,
    scope.endpointId ?? null,
  ]);
  const heads = new Map(rows.map((row) => [row.id, row]));
  const wanted: number[] = [];
  let bytes = 0;
  let more = false;
  for (const id of ids) {
    const head = heads.get(id);
    if (head === undefined) continue;
    bytes += head.text_size + (head.body_size <= largestBodyBytes ? head.body_size : 0);
    more = wanted.length > 0 && bytes > content.maxBytes;
    if (more) break;
    wanted.push(id);
  }
  const found = await readCaptures(pool, wanted, largestBodyBytes, content.withKeptHeaders);
  const captures = wanted.flatMap((id) => found.get(id) ?? []);
  const last = wanted.at(-1);
  if (captures.length > 0 || !more || last === undefined) return { captures, more };
  // All of them were removed meanwhile: a page that has more to come is never empty.
  return await readByIds(pool, scope, ids.slice(ids.indexOf(last) + 1), content);
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

/**
 * One seek an endpoint. Counters and hidden captures are of one snapshot, or their difference would be wrong. The
 * endpoints that have hidden ones share the number that is counted.
 */
const counters: Statement = {
  name: 'usage',
  text: `with own as materialized (
      select id, capture_count, capture_bytes, cleared_through, counted_after from endpoint
      where account_id = $1
    ), share as materialized (
      select ${mostHiddenCounted} / greatest(count(*), 1) as most from own where counted_after is not null
    )
    select own.id as "endpointId", own.capture_count as captures, own.capture_bytes as bytes,
      hidden.captures as hidden, newest.id, newest.received_at as "receivedAt"
    from share cross join own
    cross join lateral (
      select count(*) as captures from (
        select from captured_request
        where endpoint_id = own.id and id > own.counted_after and id <= own.cleared_through
        limit share.most
      ) as counted
    ) as hidden
    left join lateral (
      select id, received_at from captured_request
      where endpoint_id = own.id and id > own.cleared_through order by id desc limit 1
    ) as newest on true`,
};

interface CountersRow extends Omit<CountedEndpoint, 'newest'> {
  /** Of the newest capture; both are null if there is none. */
  id: number | null;
  receivedAt: number | null;
}

/** The usage of each endpoint of the account. */
export async function usage(pool: ConnectionPool, accountId: number): Promise<EndpointUsage[]> {
  const rows = await pool.query<CountersRow>(counters, [accountId]);
  return rows.map(({ id, receivedAt, ...counted }) => {
    const newest = id === null || receivedAt === null ? undefined : { id, receivedAt };
    return usageOf({ ...counted, newest });
  });
}
