import type { Connection } from '../../database/sqlite/connection.ts';
import type { Scope } from '../capture-log.ts';

/** Exclusive bounds, and from which end to begin. */
export interface IdRange {
  after: number;
  before: number;
  order: 'newestFirst' | 'oldestFirst';
}

/** One endpoint's ids, of which a few are read ahead. */
interface Source {
  endpointId: number;
  /** Ids up to this one are out of bounds: before the range, or cleared. */
  floor: number;
  ids: number[];
  at: number;
  /** How many ids the next look ahead reads; 0 once the end was seen. */
  ahead: number;
}

const FIRST_AHEAD = 4;
const MOST_AHEAD = 256;

/**
 * The ids of a scope's captures in order, over all of its endpoints: each endpoint's part of the index is
 * read in small pieces and the pieces are merged, so that a page costs what it shows and not what the
 * account holds. 250 endpoints cost one statement with 250 seeks, then a few reads a page.
 *
 * To be used within one transaction; rows already taken may be deleted meanwhile.
 */
export class MergedIds {
  readonly #connection: Connection;
  readonly #range: IdRange;
  readonly #sources: Source[];
  #best: Source | undefined;

  constructor(connection: Connection, scope: Scope, range: IdRange) {
    this.#connection = connection;
    this.#range = range;
    this.#sources = connection
      .rows(
        FIRST_IDS[range.order],
        range.after,
        range.before,
        scope.accountId,
        scope.endpointId ?? null,
      )
      .filter(([, , firstId]) => firstId !== null)
      .map(([endpointId, clearedThrough, firstId]) => ({
        endpointId: Number(endpointId),
        floor: Math.max(Number(clearedThrough), range.after),
        ids: [Number(firstId)],
        at: 0,
        ahead: FIRST_AHEAD,
      }));
  }

  /** The next id, which stays the next until it is taken; undefined at the end. */
  peek(): number | undefined {
    this.#best ??= this.#findBest();
    return this.#best?.ids[this.#best.at];
  }

  take(): void {
    const source = this.#best ?? this.#findBest();
    this.#best = undefined;
    if (source === undefined) return;
    source.at++;
    if (source.at === source.ids.length) this.#readAhead(source);
  }

  /** 250 comparisons an id are nothing beside reading its row: a heap would gain nothing. */
  #findBest(): Source | undefined {
    const newestFirst = this.#range.order === 'newestFirst';
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
    const { order, before } = this.#range;
    const [low, high] = order === 'newestFirst' ? [source.floor, last] : [last, before];
    const rows = this.#connection.rows(NEXT_IDS[order], source.endpointId, low, high, source.ahead);
    source.ids = rows.map(([id]) => Number(id));
    source.at = 0;
    source.ahead = rows.length < source.ahead ? 0 : Math.min(source.ahead * 2, MOST_AHEAD);
  }
}

// Both walk the index alone: SEARCH captured_request USING COVERING INDEX captured_request_by_endpoint
// (endpoint_id=? AND rowid>? AND rowid<?). An endpoint that holds nothing is not even looked at.
const firstIds = (direction: 'asc' | 'desc') => `
  select id, cleared_through, (
    select captured.id from captured_request captured
    where captured.endpoint_id = endpoint.id
      and captured.id > max(endpoint.cleared_through, ?1) and captured.id < ?2
    order by captured.id ${direction} limit 1
  ) from endpoint
  where account_id = ?3 and (?4 is null or id = ?4) and capture_count > 0`;

const nextIds = (direction: 'asc' | 'desc') => `
  select id from captured_request where endpoint_id = ? and id > ? and id < ?
  order by id ${direction} limit ?`;

const FIRST_IDS = { newestFirst: firstIds('desc'), oldestFirst: firstIds('asc') };
const NEXT_IDS = { newestFirst: nextIds('desc'), oldestFirst: nextIds('asc') };
