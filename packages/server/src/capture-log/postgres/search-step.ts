import { decodeText } from '../../sent-request/body.ts';
import { searchedHeaders } from '../../sent-request/head.ts';
import { MatchTrial } from '../../sent-request/match-trial.ts';
import type { StoredBody } from '../../sent-request/needle-test.ts';
import type { FoundCapture, Scope, SearchQuery, SearchStep } from '../capture-log.ts';
import { type ColumnBounds, searchBounds } from '../search-bounds.ts';
import type { Ask } from './merged-captures.ts';
import { readSearchedBody, readSearchRows, type SearchRow } from './search-rows.ts';

/** A step ends after this time: the searches of others wait for it. */
const stepMs = 5;
/**
 * The first rows of a step, and the most that are asked for at once. The server filters 512 rows of 1 KB in 2 ms, of
 * 8 KiB in 20 ms; without a needle it hands them over.
 */
const [firstRows, mostRows, mostRowsWithoutNeedle] = [128, 512, 128];
/** Rows that took less are followed by twice as many. */
const quickMs = 2;

/** Tries captures of a scope for a few milliseconds. */
export async function searchStep(ask: Ask, scope: Scope, query: SearchQuery): Promise<SearchStep> {
  return await new Search(ask, query, performance.now() + stepMs).step(scope);
}

class Search {
  readonly #ask: Ask;
  readonly #query: SearchQuery;
  readonly #endsAt: number;
  readonly #trial: MatchTrial;
  readonly #bounds: ColumnBounds | undefined;
  readonly #found: FoundCapture[] = [];

  constructor(ask: Ask, query: SearchQuery, endsAt: number) {
    this.#ask = ask;
    this.#query = query;
    this.#endsAt = endsAt;
    this.#trial = new MatchTrial(query.match, query.nowMs);
    this.#bounds = searchBounds(this.#trial.plan, query);
  }

  async step(scope: Scope): Promise<SearchStep> {
    const found = this.#found;
    if (this.#bounds === undefined) return { found, tried: 0, more: false };
    // The database leaves out rows without the needle.
    const { needle } = this.#trial;
    const most = needle === undefined ? mostRowsWithoutNeedle : mostRows;
    let bounds = this.#bounds;
    let rows = firstRows;
    for (let tried = 0; ; ) {
      const began = performance.now();
      const range = await readSearchRows(this.#ask, scope, bounds, rows, {
        needle,
        withBodies: this.#trial.readsBodies,
        withKept: this.#trial.plan.needs.xHeaders,
      });
      if (range.through === undefined) return { found, tried, more: false };
      const last = await this.#try(range.rows);
      if (last !== undefined) {
        const more = range.more || last.place < range.tried;
        return { found, through: last.id, tried: tried + last.place, more };
      }
      tried += range.tried;
      const { through, more } = range;
      if (!more || performance.now() >= this.#endsAt) return { found, through, tried, more };
      bounds = { ...bounds, ids: beyond(bounds.ids, through) };
      if (performance.now() - began < quickMs) rows = Math.min(rows * 2, most);
    }
  }

  get #isFull(): boolean {
    return this.#found.length >= this.#query.limit;
  }

  /** Tries these captures; gives the last one that was tried if the step is over with it. */
  async #try(rows: readonly SearchRow[]): Promise<SearchRow | undefined> {
    // Reading them may have taken all the time: few would be tried of many that were read, again and again.
    const endsAt = Math.max(this.#endsAt, performance.now() + quickMs);
    for (const row of rows) {
      const verdict = await this.#verdict(row);
      if (verdict !== false) this.#found.push({ id: row.id, isCertain: verdict === true });
      if (this.#isFull || performance.now() >= endsAt) return row;
    }
    return undefined;
  }

  async #verdict(read: SearchRow): Promise<boolean | undefined> {
    // One by one: to put many kept headers in their places takes 0.3 ms.
    const row = { ...read, headers: searchedHeaders(read.headers, read.keptHeaders) };
    const isMissing = row.body === undefined && this.#trial.needsBody(row);
    const body = isMissing ? await readSearchedBody(this.#ask, row.id) : (row.body ?? noBody);
    // The capture was removed meanwhile.
    return body === undefined ? false : this.#trial.verdict(row, atHand(body));
  }
}

const noBody = new Uint8Array();

function atHand(body: Uint8Array): StoredBody {
  let text: string | undefined;
  return {
    utf8Text() {
      text ??= decodeText(body, 'utf-8').text;
      return text;
    },
    bytes: () => body,
  };
}

function beyond(range: ColumnBounds['ids'], id: number): ColumnBounds['ids'] {
  return range.order === 'newestFirst' ? { ...range, before: id } : { ...range, after: id };
}
