import type { QueryResultRow } from 'pg';
import type { Statement } from '../../database/postgres/pool.ts';
import type { IdsQuery, Scope } from '../capture-log.ts';
import { octetsBeside } from '../counted-captures.ts';

/** Asks the database; by itself, or as part of a transaction. */
export type Ask = <Row extends QueryResultRow>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<Row[]>;

/** The known part of a capture before it is read: enough to find the end of a page or of a step. */
export interface CaptureHead {
  id: number;
  endpointId: number;
  receivedAt: number;
  textSize: number;
  bodySize: number;
}

/**
 * Heads cost a look at each row, ids alone only a look at the index. Sizes are heads whose texts include the kept X- headers, which
 * no page has.
 */
export type Detail = 'ids' | 'heads' | 'sizes';

type Order = IdsQuery['order'];
type Bounds = Pick<IdsQuery, 'after' | 'before' | 'order'>;

/** One endpoint's captures, of which some are read ahead. */
interface Source {
  endpointId: number;
  /** Ids up to this one are out of bounds: before the range, or cleared. */
  floor: number;
  heads: CaptureHead[];
  at: number;
  /** Whether there may be more after `heads`. */
  more: boolean;
}

interface HeadRow {
  endpoint_id: number;
  id: number;
  received_at?: number;
  text_size?: number;
  body_size?: number;
}

interface FirstRow extends HeadRow {
  floor: number;
  /** The highest id at the beginning of the statement; null in the order in which it does not count. */
  horizon: number | null;
  ahead: number;
}

/**
 * The captures of a scope in the order of their ids, over all of its endpoints: each endpoint's part of the
 * index is read by itself and the parts are merged here, so that the database sorts nothing and the cost of a page
 * grows with the page, not with the account.
 *
 * One statement reads the first few of each endpoint; more are read only if an endpoint has more of the page than
 * its share. Between two statements rows may come and go. A row that went is missing when its page is read. A row
 * that came has a higher id than all before: going up, everything above the ids that the first statement could see
 * is left out, or a later id might be seen without an earlier one.
 */
export class MergedCaptures {
  readonly #ask: Ask;
  readonly #detail: Detail;
  readonly #order: Order;
  readonly #sources: Source[];
  #before: number;
  #left: number;
  #best: Source | undefined;

  private constructor(
    ask: Ask,
    detail: Detail,
    { before = Number.MAX_SAFE_INTEGER, order }: Bounds,
    wanted: number,
    rows: readonly FirstRow[],
  ) {
    this.#ask = ask;
    this.#detail = detail;
    this.#order = order;
    this.#left = wanted;
    this.#before = Math.min(before, (rows[0]?.horizon ?? Number.MAX_SAFE_INTEGER) + 1);
    const byEndpoint = Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
    this.#sources = [...byEndpoint].map(([endpointId, own]) => ({
      endpointId,
      floor: own[0]?.floor ?? 0,
      heads: own.map(headOf),
      at: 0,
      more: own.length === own[0]?.ahead,
    }));
  }

  /** `wanted`: the most captures that the caller is going to take. */
  static async open(
    ask: Ask,
    detail: Detail,
    scope: Scope,
    bounds: Bounds,
    wanted: number,
  ): Promise<MergedCaptures> {
    const rows = await ask<FirstRow>(firstStatements[detail][bounds.order], [
      scope.accountId,
      bounds.after ?? 0,
      bounds.before ?? Number.MAX_SAFE_INTEGER,
      scope.endpointId ?? null,
      wanted + 1,
    ]);
    return new MergedCaptures(ask, detail, bounds, wanted, rows);
  }

  /** The next capture, which stays the next until it is taken; undefined at the end. */
  async peek(): Promise<CaptureHead | undefined> {
    this.#best ??= this.#findBest();
    return this.#best?.heads[this.#best.at];
  }

  async take(): Promise<void> {
    const source = this.#best ?? this.#findBest();
    this.#best = undefined;
    if (source === undefined) return;
    source.at += 1;
    this.#left -= 1;
    if (source.at === source.heads.length && source.more) await this.#readAhead(source);
  }

  #findBest(): Source | undefined {
    const descending = this.#order === 'newestFirst';
    let best: Source | undefined;
    let bestId = 0;
    for (const source of this.#sources) {
      const id = source.heads[source.at]?.id;
      if (id === undefined) continue;
      if (best === undefined || (descending ? id > bestId : id < bestId)) {
        best = source;
        bestId = id;
      }
    }
    return best;
  }

  /** Reads all that the caller could still want, and one to know whether there is more. */
  async #readAhead(source: Source): Promise<void> {
    const last = source.heads.at(-1)?.id ?? 0;
    const [low, high] = this.#order === 'newestFirst' ? [source.floor, last] : [last, this.#before];
    const ahead = Math.max(this.#left, 0) + 1;
    const rows = await this.#ask<HeadRow>(nextStatements[this.#detail][this.#order], [
      source.endpointId,
      low,
      high,
      ahead,
    ]);
    source.heads = rows.map(headOf);
    source.at = 0;
    source.more = rows.length === ahead;
  }
}

function headOf(row: HeadRow): CaptureHead {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    receivedAt: row.received_at ?? 0,
    textSize: row.text_size ?? 0,
    bodySize: row.body_size ?? 0,
  };
}

const textSize = 'octet_length(target) + octet_length(headers)';
const head = (size: string) =>
  `endpoint_id, id, received_at, ${size} as text_size, octet_length(body) as body_size`;
const columns: Record<Detail, string> = {
  ids: 'endpoint_id, id',
  heads: head(textSize),
  sizes: head(`${textSize} + ${octetsBeside('captured_request')}`),
};

/**
 * The plan scans the index endpoint_by_account and, for each endpoint, captured_request_by_endpoint. A single
 * endpoint gives all that is wanted at once; of many, each gives twice its share.
 */
function firstStatement(detail: Detail, order: Order): Statement {
  const [direction, horizon] =
    order === 'newestFirst'
      ? ['desc', 'null::bigint']
      : ['asc', '(select max(id) from captured_request)'];
  return {
    name: `first ${detail} ${order}`,
    text: `
    with own as materialized (
      select id, greatest(cleared_through, $2) as floor from endpoint
      where account_id = $1 and ($4::bigint is null or id = $4) and capture_count > 0
    ), share as materialized (
      select case count(*) when 1 then $5::bigint else 2 * $5::bigint / greatest(count(*), 1) + 8 end as ahead
      from own
    )
    select own.floor, share.ahead, ${horizon} as horizon, captured.*
    from share cross join own cross join lateral (
      select ${columns[detail]} from captured_request
      where endpoint_id = own.id and id > own.floor and id < $3
      order by id ${direction} limit share.ahead
    ) as captured`,
  };
}

function nextStatement(detail: Detail, order: Order): Statement {
  const direction = order === 'newestFirst' ? 'desc' : 'asc';
  return {
    name: `next ${detail} ${order}`,
    text: `select ${columns[detail]} from captured_request
      where endpoint_id = $1 and id > $2 and id < $3 order by id ${direction} limit $4`,
  };
}

function inBothOrders(statement: (detail: Detail, order: Order) => Statement) {
  const both = (detail: Detail) => ({
    newestFirst: statement(detail, 'newestFirst'),
    oldestFirst: statement(detail, 'oldestFirst'),
  });
  return { ids: both('ids'), heads: both('heads'), sizes: both('sizes') };
}

const firstStatements = inBothOrders(firstStatement);
const nextStatements = inBothOrders(nextStatement);
