import { afterEach, beforeEach, expect } from 'vitest';
import type { NewCapture, Page, PageQuery, Scope } from '../../src/database/capture-log.ts';
import type { Store } from '../../src/database/store.ts';

/** A database of its own for one test. `open` may be called again once the store before was closed. */
export interface TestDatabase {
  open(): Promise<Store>;
  remove(): Promise<void>;
}

export interface OpenStore {
  readonly store: Store;
  reopen(): Promise<void>;
}

/** Opens a fresh store before each test and closes and removes it after. */
export function withStore(freshDatabase: () => Promise<TestDatabase>): OpenStore {
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await freshDatabase();
    store = await database.open();
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });
  return {
    get store() {
      return store;
    },
    async reopen() {
      await store.close();
      store = await database.open();
    },
  };
}

let unique = 0;

export async function addAccount({ db }: Store): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({
      email: null,
      email_key: null,
      password_hash: null,
      plan: 'plus',
      status: 'active',
      created_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addEndpoint({ db }: Store, accountId: number): Promise<number> {
  const { id } = await db
    .insertInto('endpoint')
    .values({
      account_id: accountId,
      token: `token-${process.pid}-${++unique}`,
      badge_name: null,
      created_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addAccountWithEndpoint(
  store: Store,
): Promise<{ accountId: number; endpointId: number }> {
  const accountId = await addAccount(store);
  return { accountId, endpointId: await addEndpoint(store, accountId) };
}

/** Deletes an endpoint the way the endpoints' routes do. */
export async function deleteEndpoint({ db }: Store, endpointId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('endpoint').where('id', '=', endpointId).execute();
    await transaction
      .insertInto('purge')
      .values({ endpoint_id: endpointId, through_id: Number.MAX_SAFE_INTEGER })
      .execute();
  });
}

export function newCapture(
  endpointId: number,
  {
    body = 'hello',
    ...rest
  }: Partial<Omit<NewCapture, 'body'>> & { body?: string | Uint8Array } = {},
): NewCapture {
  const bytes = Buffer.from(body);
  return {
    endpointId,
    receivedAt: 1_700_000_000_000,
    method: 'POST',
    target: '/wh/token',
    headers: '["Content-Type","text/plain"]',
    droppedHeaders: 0,
    ipAddress: '127.0.0.1',
    body: bytes.byteLength === 0 ? [] : [bytes],
    bodySize: bytes.byteLength,
    ...rest,
  };
}

/** Appends captures at once; their ids. */
export async function appendMany(
  { captures }: Store,
  endpointId: number,
  count: number,
): Promise<number[]> {
  const appended = Array.from({ length: count }, (_, index) =>
    captures.append(newCapture(endpointId, { body: `body ${index}` })),
  );
  return stored(await Promise.all(appended));
}

/** The ids, where every one of the captures was stored. */
export function stored(ids: readonly (number | undefined)[]): number[] {
  return ids.map((id) => {
    expect(id).toBeTypeOf('number');
    return id ?? 0;
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
  for (const endpoint of endpoints) {
    let [count, bytes, after] = [0, 0, 0];
    for (let more = true; more; ) {
      const page = await readPage(
        store,
        { accountId, endpointId: endpoint.id },
        { order: 'oldestFirst', after, withBody: false },
      );
      for (const { headers, target, bodySize } of page.captures) {
        count++;
        bytes += bodySize + Buffer.byteLength(headers) + Buffer.byteLength(target);
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

/** Purges until nothing is left to purge; how many rows went. */
export async function purgeAll({ captures }: Store): Promise<number> {
  let sum = 0;
  for (;;) {
    const removed = await captures.purge();
    if (removed === 0) return sum;
    sum += removed;
  }
}
