import type { Connection } from '../../database/sqlite/connection.ts';
import type { IdsQuery, Scope } from '../capture-log.ts';

type Bounds = Pick<IdsQuery, 'after' | 'before' | 'order'>;

/** One endpoint's captures, of which a few ids are read ahead. */
interface Source {
  endpointId: number;
  /** Ids up to this one are out of bounds: before the range, or cleared. */
  floor: number;
  ids: number[];
  at: number;
  /** The number of ids that are read ahead next; 0 once the end was seen. */
  ahead: number;
}

const firstIdsAhead = 4;
const mostIdsAhead = 256;

/**
 * The captures of a scope, by their ids in order, over all of its endpoints: each endpoint's part of the index is
 * read in small pieces and the pieces are merged, so that the cost of a page grows with the page and not with the
 * account. 250 endpoints cost one statement with 250 seeks, then a few reads a page.
 *
 * To be used within one transaction, which may delete the rows that were taken already.
 */
export class MergedCaptures {
  readonly #connection: Connection;
  readonly #before: number;
  readonly #order: IdsQuery['order'];
  readonly #sources: Source[];
  #best: Source | undefined;

  constructor(
    connection: Connection,
    scope: Scope,
    { after = 0, before = Number.MAX_SAFE_INTEGER, order }: Bounds,
  ) {
    this.#connection = connection;
    this.#before = before;
    this.#order = order;
    this.#sources = connection
      .rows(firstIds[order], after, before, scope.accountId, scope.endpointId ?? null)
      .filter(([, , firstId]) => firstId !== null)
      .map(([endpointId, clearedThrough, firstId]) => ({
        endpointId: Number(endpointId),
        floor: Math.max(Number(clearedThrough), after),
        ids: [Number(firstId)],
        at: 0,
        ahead: firstIdsAhead,
      }));
  }

  /** The id of the next capture, which stays the next until it is taken; undefined at the end. */
  peek(): number | undefined {
    this.#best ??= this.#findBest();
    return this.#best?.ids[this.#best.at];
  }

  /** The endpoint of the next capture; undefined at the end. */
  get endpointId(): number | undefined {
    this.#best ??= this.#findBest();
    return this.#best?.endpointId;
  }

  take(): void {
    const source = this.#best ?? this.#findBest();
    this.#best = undefined;
    if (source === undefined) return;
    source.at++;
    if (source.at === source.ids.length) this.#readAhead(source);
  }

  /** 250 comparisons a capture are nothing beside reading its row: a heap would gain nothing. */
  #findBest(): Source | undefined {
    const newestFirst = this.#order === 'newestFirst';
    let best: Source | undefined;
    let bestId = 0;
    for (const source of this.#sources) {
      const id = source.ids[source.at];
      if (id === undefined) continue;
      if (best === undefined || (newestFirst ? id > bestId : id < bestId)) {
        best = source;
        bestId = id;
      }
    }
    return best;
  }

  #readAhead(source: Source): void {
    const last = source.ids.at(-1);
    if (last === undefined || source.ahead === 0) return;
    const [low, high] = this.#order === 'newestFirst' ? [source.floor, last] : [last, this.#before];
    const statement = nextIds[this.#order];
    const rows = this.#connection.rows(statement, source.endpointId, low, high, source.ahead);
    source.ids = rows.map(([id]) => Number(id));
    source.at = 0;
    source.ahead = rows.length < source.ahead ? 0 : Math.min(source.ahead * 2, mostIdsAhead);
  }
}

// Both walk the index alone: SEARCH captured_request USING COVERING INDEX captured_request_by_endpoint
// (endpoint_id=? AND rowid>? AND rowid<?). An endpoint that holds nothing is not even looked at.
const selectFirst = (direction: 'asc' | 'desc') => `
  select id, cleared_through, (
    select captured.id from captured_request captured
    where captured.endpoint_id = endpoint.id
      and captured.id > max(endpoint.cleared_through, ?1) and captured.id < ?2
    order by captured.id ${direction} limit 1
  ) from endpoint
  where account_id = ?3 and (?4 is null or id = ?4) and capture_count > 0`;

const selectNext = (direction: 'asc' | 'desc') => `
  select id from captured_request where endpoint_id = ? and id > ? and id < ?
  order by id ${direction} limit ?`;

const firstIds = { newestFirst: selectFirst('desc'), oldestFirst: selectFirst('asc') };
const nextIds = { newestFirst: selectNext('desc'), oldestFirst: selectNext('asc') };
