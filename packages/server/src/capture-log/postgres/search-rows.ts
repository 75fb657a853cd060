import type { Statement } from '../../database/postgres/pool.ts';
import { type StoredNeedle, shortBodyBytes } from '../../sent-request/needle-test.ts';
import type { StoredRequest } from '../../sent-request/searched-request.ts';
import type { IdsQuery, Scope } from '../capture-log.ts';
import type { ColumnBounds } from '../search-bounds.ts';
import type { Ask } from './merged-captures.ts';

/** No body is handed over; one that is not short is read by itself, so that the time is looked at after each. */
const noBody = -1;
/** A statement hands over rows up to the one with which they are this long, and only the ids of the others. */
const mostRowBytes = 1024 * 1024;
/** A longer head is handed over instead of being looked through for a needle: 128 of the longest would take 50 ms. */
const longestSearchedHead = 8 * 1024;

/** A capture that may match. */
export interface SearchRow extends StoredRequest {
  /** Its place among the captures that were tried, from 1. */
  place: number;
  /** Absent if there are none, or they decide nothing. */
  keptHeaders?: string;
  /** Absent if it is long, or decides nothing. */
  body?: Uint8Array;
}

/** The columns of the row are null if no capture may match; its texts are null behind `mostRowBytes`. */
interface Columns {
  tried: number;
  through: number | null;
  more: number;
  place: number;
  id: number | null;
  received_at: number;
  method: Buffer;
  target: Buffer | null;
  headers: Buffer | null;
  /** Null if there are none, or they decide nothing. */
  kept_headers: Buffer | null;
  ip_address: Buffer;
  body_size: number;
  body: Buffer | null;
  /** Null like the others below if the capture has no answer. */
  delivery: string | null;
  attempt: number;
  answer: string;
  verdict: string | null;
  event: string | null;
  /** Null unless a listener answered. */
  listener_answer: string | null;
  /** Null if it was not compared with a contract. */
  contract: string | null;
}

type Order = IdsQuery['order'];

/**
 * The captures that are tried, with their places in the order: of each endpoint the first ones, down to the last
 * capture of any endpoint that has more (the edge). One statement reads them on one snapshot, and what is not handed
 * over costs this process nothing. $5: about so many captures. A single endpoint gives all of them; of many, each
 * gives twice its share.
 *
 * The pairs in the comparisons keep the planner off the primary key, with which it would read the rows of all other
 * endpoints as well: only captured_request_by_endpoint is in their order.
 */
function tried(order: Order): string {
  const [direction, first, last, upTo] =
    order === 'newestFirst' ? ['desc', 'max', 'min', '>='] : ['asc', 'min', 'max', '<='];
  return `own as materialized (
      select id, greatest(cleared_through, $2) as floor from endpoint
      where account_id = $1 and ($4::bigint is null or id = $4) and capture_count > 0
    ), share as materialized (
      select case count(*) when 1 then $5::bigint else 2 * $5::bigint / greatest(count(*), 1) + 8 end as ahead
      from own
    ), ahead as materialized (
      select own.id as endpoint_id, captured.id
      from share cross join own cross join lateral (
        select id from captured_request
        where (endpoint_id, id) > (own.id, own.floor) and (endpoint_id, id) < (own.id, $3)
        order by endpoint_id ${direction}, id ${direction} limit share.ahead
      ) as captured
    ), edge as materialized (
      select ${first}(id) as id from (
        select ${last}(id) as id from ahead group by endpoint_id
        having count(*) = (select share.ahead from share)
      ) as cut
    ), tried as materialized (
      select id, row_number() over (order by id ${direction}) as place
      from ahead where (select id from edge) is null or id ${upTo} (select id from edge)
    ), summary as materialized (
      select count(*) as tried, ${last}(id) as through, (select id from edge) is not null as more from tried
    )`;
}

/** All but the body that a row hands over. */
const headBytes =
  'octet_length(row.target) + octet_length(row.headers) + coalesce(octet_length(row.kept_headers), 0)';
const rowBytes = `${headBytes} + coalesce(octet_length(row.body), 0)`;

/** The kept X- headers, looked up only for matches that they may decide. */
const keptOfRow = `(select convert_to(headers, 'UTF8') from capture_kept_headers where capture_id = tried.id)`;
const noneKept = 'null::bytea';

/** $6: bodies of more bytes are not handed over; $7 to $10: times and sizes; $11: methods, null for any; $12 and $13: the verdicts on the signature and by a contract, or null. */
const readRow = (
  kept: string,
) => `select id, received_at, method, target, headers, ${kept} as kept_headers, ip_address, octet_length(body) as body_size,
        case when octet_length(body) <= $6 then body end as body
      from captured_request where id = tried.id and received_at between $7 and $8
        and octet_length(body) between $9::bigint and $10::bigint
        and ($11::text[] is null or exists (
          select 1 from unnest($11::text[]) as part where strpos(${lower('method')}, part) > 0
        ))
        and ($12::text is null or exists (
          select 1 from capture_answer where capture_id = tried.id and verdict = $12
        ))
        and ($13::text is null or exists (
          select 1 from capture_contract where capture_id = tried.id and verdict = $13
        ))`;

/**
 * Leaves out rows that lack a needle for certain, by the test of `needle-test.ts`. `encode` makes text of any bytes:
 * those of ASCII stay but for NUL and the backslash. Measured for 1 KB: `encode`, `lower` and `strpos` together take
 * 4 µs, a case-insensitive pattern 4 to 20 µs by its collation, `convert_from` fails on some bytes, and to hand the
 * row over takes 12 µs of this process and more of the server.
 *
 * $14: the needle; $15: its part in the headers, null if the body alone has it; $16: whether it may be escaped
 */
const hasNeedle = (kept: string) => `select row.* from (
        ${readRow(kept)} offset 0
      ) as row cross join lateral (
        select case when ${headBytes} <= ${longestSearchedHead}
            then ${lower('row.headers')} end as headers,
          case when ${headBytes} <= ${longestSearchedHead}
            then ${lower('row.kept_headers')} end as kept_headers,
          case when row.body_size <= ${shortBodyBytes} then ${lower('row.body')} end as body
        offset 0
      ) as lower
      where lower.body is null or lower.headers is null
        or strpos(lower.body, $14) > 0
        or ($16::boolean and strpos(lower.body, '\\\\u') > 0)
        or ($15::text is not null and (
          strpos(lower.headers, $15) > 0 or strpos(lower.kept_headers, $15) > 0
          or position('%'::bytea in row.target) > 0 or position('+'::bytea in row.target) > 0
          or strpos(${lower('row.target')}, $14) > 0
          or strpos(${lower('row.ip_address')}, $14) > 0
          or strpos(${lower('row.method')}, $14) > 0
        ))
        or strpos(lower.headers, 'content-encoding') > 0
        or (strpos(lower.headers, 'charset') > 0
          and strpos(replace(lower.headers, 'charset=utf-8', ''), 'charset') > 0)
        or strpos(lower.headers, 'xml') > 0`;

/**
 * Without `offset 0` a row would be looked up in other ways than by its id. The row of the summary comes alone if no
 * capture may match.
 */
function statement(order: Order, filter: 'bounds' | 'needle', readsKept: boolean): Statement {
  const kept = readsKept ? keptOfRow : noneKept;
  return {
    name: `search ${order} by ${filter}${readsKept ? ' with kept headers' : ''}`,
    text: `with ${tried(order)}
    select summary.tried, summary.through, summary.more::integer as more, found.*,
      answered.delivery, answered.attempt, answered.answer, answered.verdict, answered.event, listener.answer as listener_answer,
      compared.verdict as contract
    from summary left join (
      select place, id, received_at, method, ip_address, body_size, ${['target', 'headers', 'kept_headers', 'body'].map(whileShort).join(', ')}
      from (
        select tried.place, row.*, ${rowBytes} as bytes,
          sum(${rowBytes}) over (order by place) as through
        from tried cross join lateral (
          ${filter === 'bounds' ? `${readRow(kept)} offset 0` : hasNeedle(kept)}
        ) as row
      ) as sized
    ) as found on true
    left join lateral (
      select delivery, attempt, answer, verdict, event from capture_answer where capture_id = found.id offset 0
    ) as answered on true
    left join lateral (
      select answer from listener_answer where capture_id = found.id and offered is null offset 0
    ) as listener on true
    left join lateral (
      select verdict from capture_contract where capture_id = found.id offset 0
    ) as compared on true`,
  };
}

/** The statements of an order by whether they look up the kept headers. */
function statementsIn(order: Order) {
  const both = (readsKept: boolean) => ({
    bounds: statement(order, 'bounds', readsKept),
    needle: statement(order, 'needle', readsKept),
  });
  return { kept: both(true), bare: both(false) };
}

const statements = {
  newestFirst: statementsIn('newestFirst'),
  oldestFirst: statementsIn('oldestFirst'),
};

function whileShort(column: string): string {
  return `case when through - bytes < ${mostRowBytes} then ${column} end as ${column}`;
}

function lower(column: string): string {
  return `lower(encode(${column}, 'escape') collate "C")`;
}

/** The first captures of a range, and those of them that may match. */
export interface SearchedRange {
  /** In the order of the range. */
  rows: SearchRow[];
  tried: number;
  /** The last capture that was tried, if any was. */
  through: number | undefined;
  /** Whether the scope may hold more captures behind it. */
  more: boolean;
}

/** @param most about so many captures are tried */
export async function readSearchRows(
  ask: Ask,
  { accountId, endpointId }: Scope,
  { ids, receivedAt, size, methods, verdict, contract }: ColumnBounds,
  most: number,
  {
    needle,
    withBodies,
    withKept,
  }: { needle: StoredNeedle | undefined; withBodies: boolean; withKept: boolean },
): Promise<SearchedRange> {
  const rows = await ask<Columns>(
    statements[ids.order][withKept ? 'kept' : 'bare'][needle === undefined ? 'bounds' : 'needle'],
    [
      accountId,
      ids.after ?? 0,
      ids.before ?? Number.MAX_SAFE_INTEGER,
      endpointId ?? null,
      most,
      withBodies ? shortBodyBytes : noBody,
      receivedAt.least,
      receivedAt.most,
      size.least,
      size.most,
      methods?.map(encoded) ?? null,
      verdict ?? null,
      contract ?? null,
      ...(needle === undefined ? [] : needleValues(needle)),
    ],
  );
  const [summary] = rows;
  const inOrder = rows.toSorted((a, b) => a.place - b.place);
  const left = inOrder.find(({ id, target }) => id !== null && target === null);
  if (left !== undefined && left.id !== null) {
    // The next range begins with it.
    const through = ids.order === 'newestFirst' ? left.id + 1 : left.id - 1;
    return { rows: inOrder.flatMap(searchRow), tried: left.place - 1, through, more: true };
  }
  return {
    rows: inOrder.flatMap(searchRow),
    tried: summary?.tried ?? 0,
    through: summary?.through ?? undefined,
    more: summary?.more === 1,
  };
}

function needleValues({ inBody, inHead, mayBeEscaped }: StoredNeedle): unknown[] {
  return [encoded(inBody), inHead ?? null, mayBeEscaped];
}

/** A text of ASCII as `encode(…, 'escape')` shows it. */
function encoded(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\000');
}

function searchRow(row: Columns): SearchRow[] {
  if (row.id === null || row.target === null || row.headers === null) return [];
  return [
    {
      id: row.id,
      place: row.place,
      receivedAt: row.received_at,
      method: row.method.toString(),
      target: row.target.toString(),
      headers: row.headers.toString(),
      ...(row.kept_headers !== null && { keptHeaders: row.kept_headers.toString() }),
      ipAddress: row.ip_address.toString(),
      bodySize: row.body_size,
      ...(row.body !== null && { body: row.body }),
      ...(row.contract !== null && { contract: { verdict: row.contract } }),
      ...(row.listener_answer !== null && { listener: { answer: row.listener_answer } }),
      ...(row.delivery !== null && {
        answered: {
          delivery: row.delivery,
          attempt: row.attempt,
          answer: row.answer,
          ...(row.verdict !== null && {
            verified: { verdict: row.verdict, ...(row.event !== null && { event: row.event }) },
          }),
        },
      }),
    },
  ];
}

const readBody: Statement = {
  name: 'search body',
  text: 'select body from captured_request where id = $1',
};

/** The body of a capture; `undefined` if it was removed meanwhile. */
export async function readSearchedBody(ask: Ask, id: number): Promise<Uint8Array | undefined> {
  const [row] = await ask<{ body: Buffer }>(readBody, [id]);
  return row?.body;
}
