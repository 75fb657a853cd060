import type { SQLOutputValue } from 'node:sqlite';
import type { Connection } from '../../database/sqlite/connection.ts';
import { decodeText } from '../../sent-request/body.ts';
import { searchedHeaders } from '../../sent-request/head.ts';
import { MatchTrial } from '../../sent-request/match-trial.ts';
import { type StoredBody, shortBodyBytes } from '../../sent-request/needle-test.ts';
import type { StoredRequest } from '../../sent-request/searched-request.ts';
import type { FoundCapture, Scope, SearchQuery, SearchStep } from '../capture-log.ts';
import { type ColumnBounds, searchBounds } from '../search-bounds.ts';
import { MergedCaptures } from './merged-captures.ts';

/** A step ends after this time: other questions to the thread wait for it. */
const stepMs = 4;
/** The rows of one statement. They are read one by one: with the longest heads all of them take 5 ms. */
const rowsAtOnce = 128;
const noBody = -1;

/**
 * Rows come in the order of the ids in ?1. Bodies come as text: SQLite hands it over in less time than bytes. A test
 * for needles in SQL (`instr`, `lower`, `like`) takes as long as the same test here, 4 µs a row of 1 KB with all else.
 */
const readRows = (
  kept: string,
  join: string,
) => `select c.id, c.received_at, c.method, c.target, c.headers, c.ip_address, octet_length(c.body),
    case when octet_length(c.body) <= ?2 then cast(c.body as text) end,
    answered.delivery, answered.attempt, answered.answer, answered.verdict, answered.event,
    case when listener.offered is null then listener.answer end, ${kept}, found.verdict
  from json_each(?1) as wanted cross join captured_request as c on c.id = wanted.value
  left join capture_answer as answered on answered.capture_id = c.id
  left join listener_answer as listener on listener.capture_id = c.id
  left join capture_contract as found on found.capture_id = c.id ${join}
  where c.received_at between ?3 and ?4 and octet_length(c.body) between ?5 and ?6
    and (?7 is null or exists (
      select 1 from json_each(?7) as part where instr(lower(c.method), part.value) > 0
    )) and (?8 is null or answered.verdict = ?8) and (?9 is null or found.verdict = ?9)`;
const readWithoutKept = readRows('null', '');
const readWithKept = readRows(
  'kept.headers',
  'left join capture_kept_headers as kept on kept.capture_id = c.id',
);

/** Tries captures of a scope for a few milliseconds, on one snapshot. */
export function searchStep(connection: Connection, scope: Scope, query: SearchQuery): SearchStep {
  const search = new Search(connection, query, performance.now() + stepMs);
  return connection.read(() => search.step(scope));
}

class Search {
  readonly #connection: Connection;
  readonly #query: SearchQuery;
  readonly #endsAt: number;
  readonly #trial: MatchTrial;
  readonly #bounds: ColumnBounds | undefined;
  readonly #found: FoundCapture[] = [];

  constructor(connection: Connection, query: SearchQuery, endsAt: number) {
    this.#connection = connection;
    this.#query = query;
    this.#endsAt = endsAt;
    this.#trial = new MatchTrial(query.match, query.nowMs);
    this.#bounds = searchBounds(this.#trial.plan, query);
  }

  step(scope: Scope): SearchStep {
    const found = this.#found;
    if (this.#bounds === undefined) return { found, tried: 0, more: false };
    const merged = new MergedCaptures(this.#connection, scope, this.#bounds.ids);
    let tried = 0;
    for (;;) {
      const ids = nextCaptures(merged);
      const last = ids.at(-1);
      if (last === undefined) return { found, tried, more: false };
      const through = this.#try(ids, this.#bounds) ?? last;
      tried += through === last ? ids.length : ids.indexOf(through) + 1;
      const more = through !== last || merged.peek() !== undefined;
      if (!more || this.#isOver) return { found, through, tried, more };
    }
  }

  get #isOver(): boolean {
    return this.#found.length >= this.#query.limit || performance.now() >= this.#endsAt;
  }

  /** Tries these captures; gives the last one that was tried if the step is over before their end. */
  #try(ids: readonly number[], bounds: ColumnBounds): number | undefined {
    for (const row of this.#rows(ids, bounds)) {
      const stored = storedRequest(row);
      const verdict = this.#trial.verdict(stored, bodyOf(this.#connection, stored.id, row[7]));
      if (verdict !== false) this.#found.push({ id: stored.id, isCertain: verdict === true });
      if (this.#isOver) return stored.id;
    }
    return undefined;
  }

  #rows(
    ids: readonly number[],
    { receivedAt, size, methods, verdict, contract }: ColumnBounds,
  ): Iterable<SQLOutputValue[]> {
    return this.#connection.each(
      this.#trial.plan.needs.xHeaders ? readWithKept : readWithoutKept,
      JSON.stringify(ids),
      this.#trial.readsBodies ? shortBodyBytes : noBody,
      receivedAt.least,
      receivedAt.most,
      size.least,
      size.most,
      methods === undefined ? null : JSON.stringify(methods),
      verdict ?? null,
      contract ?? null,
    );
  }
}

/** The next captures. */
function nextCaptures(merged: MergedCaptures): number[] {
  const ids: number[] = [];
  for (let id = merged.peek(); id !== undefined; id = merged.peek()) {
    ids.push(id);
    merged.take();
    if (ids.length === rowsAtOnce) break;
  }
  return ids;
}

const readBody = 'select body from captured_request where id = ?';

/** @param text null if the body is not at hand */
function bodyOf(connection: Connection, id: number, text: SQLOutputValue | undefined): StoredBody {
  let known: Uint8Array | undefined;
  const bytes = (): Uint8Array => {
    if (known !== undefined) return known;
    const body = connection.row(readBody, id)?.[0];
    known = body instanceof Uint8Array ? body : new Uint8Array();
    return known;
  };
  return {
    bytes,
    utf8Text: () => (typeof text === 'string' ? text : decodeText(bytes(), 'utf-8').text),
  };
}

function storedRequest(row: readonly SQLOutputValue[]): StoredRequest {
  const [id, receivedAt, method, target, headers, ipAddress, bodySize] = row;
  const [delivery = null, attempt, answer, verdict = null, event = null] = row.slice(8);
  const [listenerAnswer = null, kept, contract = null] = row.slice(13);
  const stored: StoredRequest = {
    id: Number(id),
    receivedAt: Number(receivedAt),
    method: String(method),
    target: String(target),
    headers: searchedHeaders(String(headers), typeof kept === 'string' ? kept : undefined),
    ipAddress: String(ipAddress),
    bodySize: Number(bodySize),
  };
  if (contract !== null) stored.contract = { verdict: String(contract) };
  if (listenerAnswer !== null) stored.listener = { answer: String(listenerAnswer) };
  if (delivery !== null) {
    stored.answered = {
      delivery: String(delivery),
      attempt: Number(attempt),
      answer: String(answer),
    };
    if (verdict !== null) {
      stored.answered.verified = { verdict: String(verdict) };
      if (event !== null) stored.answered.verified.event = String(event);
    }
  }
  return stored;
}
