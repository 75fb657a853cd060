import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Page, PageQuery, Scope } from '../../src/capture-log/capture-log.ts';
import type { AppendedCapture } from '../../src/capture-log/captures.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type FreshDatabase, freshDatabase } from '../fresh-database.ts';
import { newCapture } from './store-rows.ts';

/** A database of its own for one test. `open` may be called again once the store before was closed. */
export interface TestDatabase {
  open(): Promise<Store>;
  remove(): Promise<void>;
}

export interface OpenStore {
  readonly store: Store;
  reopen(): Promise<void>;
  /** All rows of a table. */
  rows(table: string): Promise<object[]>;
}

/** Opens a fresh store before each test and closes and removes it after. */
export function withStore(): OpenStore {
  let database: FreshDatabase;
  let store: Store;
  const log = pino({ level: 'silent' });
  const open = () => openStore({ url: database.url, role: 'server', log });
  beforeEach(async () => {
    database = await freshDatabase();
    store = await open();
  });
  afterEach(async () => {
    await store.close();
    await database[Symbol.asyncDispose]();
  });
  return {
    get store() {
      return store;
    },
    async reopen() {
      await store.close();
      store = await open();
    },
    async rows(table) {
      const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(store.db);
      return rows;
    },
  };
}

/** Appends captures at once, each third one with kept X- headers, and each fourth one compared; gives their ids. */
export async function appendMany(
  { captures }: Store,
  endpointId: number,
  count: number,
): Promise<number[]> {
  const appended = Array.from({ length: count }, (_, index) =>
    captures.append(
      newCapture(endpointId, {
        body: `body ${index}`,
        ...(index % 3 === 0 && { keptHeaders: `[0,"X-Ümlaut","${index}"]` }),
        ...(index % 4 === 0 && {
          contract: { verdict: 'none', finding: `{"verdict":"none","reason":"ü${index}"}` },
        }),
      }),
    ),
  );
  return stored(await Promise.all(appended));
}

/** The ids; fails if one of the captures was not stored. */
export function stored(appended: readonly (AppendedCapture | undefined)[]): number[] {
  return appended.map((one) => {
    expect(one?.id).toBeTypeOf('number');
    return one?.id ?? 0;
  });
}

export function readPage(
  { captures }: Store,
  scope: Scope,
  query: Partial<PageQuery> = {},
): Promise<Page> {
  return captures.readPage(scope, {
    order: 'newestFirst',
    limit: 100,
    maxBytes: 1024 * 1024,
    withBody: true,
    ...query,
  });
}

/** Every id of a scope, read page by page. */
export async function allIds(store: Store, scope: Scope, limit = 100): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const after = ids.at(-1) ?? 0;
    const page = await readPage(store, scope, {
      order: 'oldestFirst',
      after,
      limit,
      withBody: false,
    });
    ids.push(...page.captures.map(({ id }) => id));
    if (!page.more) return ids;
  }
}

/** Compares the endpoints' counters with what the endpoints hold. */
export async function expectExactCounters(store: Store, accountId: number): Promise<void> {
  const endpoints = await store.db
    .selectFrom('endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const kept = await bytesBeside(store);
  for (const endpoint of endpoints) {
    let [count, bytes, after] = [0, 0, 0];
    for (let more = true; more; ) {
      const page = await readPage(
        store,
        { accountId, endpointId: endpoint.id },
        { order: 'oldestFirst', after, withBody: false },
      );
      for (const { id, headers, target, bodySize } of page.captures) {
        count++;
        bytes += bodySize + Buffer.byteLength(headers) + Buffer.byteLength(target);
        bytes += kept.get(id) ?? 0;
      }
      after = page.captures.at(-1)?.id ?? after;
      more = page.more;
    }
    expect({ count: endpoint.capture_count, bytes: endpoint.capture_bytes }).toEqual({
      count,
      bytes,
    });
  }
}

/** The bytes that captures have beside them: kept X- headers, findings; each of these captures is still there. */
async function bytesBeside({ db }: Store): Promise<Map<number, number>> {
  const { rows } = await sql<Record<'id' | 'bytes', number>>`
    select id, sum(bytes) as bytes from (
      select capture_id as id, octet_length(headers) as bytes from capture_kept_headers
      union all select capture_id as id, octet_length(finding) as bytes from capture_contract
    ) as beside group by id`.execute(db);
  const captured = await sql<{ id: number }>`select id from captured_request`.execute(db);
  const ids = new Set(captured.rows.map(({ id }) => id));
  expect(rows.filter(({ id }) => !ids.has(id))).toEqual([]);
  return new Map(rows.map(({ id, bytes }) => [Number(id), Number(bytes)]));
}

/** Compares the counters of all endpoints with the rows that they count: hidden ones too, until they are purged. */
export async function expectCountersOfRows(store: Store): Promise<void> {
  await bytesBeside(store);
  const size = sql`octet_length(body) + octet_length(captured.headers) + octet_length(target)
    + coalesce(octet_length(kept.headers), 0) + coalesce(octet_length(finding), 0)`;
  const { rows } = await sql<Record<'count' | 'bytes' | 'rows' | 'octets', number | string>>`
    select capture_count as count, capture_bytes as bytes,
      count(captured.id) as rows, coalesce(sum(${size}), 0) as octets
    from endpoint left join captured_request captured on captured.endpoint_id = endpoint.id
      and captured.id > coalesce(counted_after, cleared_through)
    left join capture_kept_headers kept on kept.capture_id = captured.id
    left join capture_contract found on found.capture_id = captured.id
    group by endpoint.id`.execute(store.db);
  for (const row of rows) {
    expect([Number(row.count), Number(row.bytes)]).toEqual([Number(row.rows), Number(row.octets)]);
  }
}

/** Purges until nothing is left to purge; gives the number of rows that went. */
export async function purgeAll({ captures }: Store): Promise<number> {
  let sum = 0;
  for (;;) {
    const removed = await captures.purge();
    if (removed === 0) return sum;
    sum += removed;
  }
}
