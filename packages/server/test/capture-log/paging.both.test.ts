import { describe, expect, test } from 'vitest';
import type { Page, Scope } from '../../src/capture-log/capture-log.ts';
import type { Store } from '../../src/store/store.ts';
import { appendMany, readPage, stored, withStore } from '../store/store-fixture.ts';
import {
  addAccount,
  addAccountWithEndpoint,
  addEndpoint,
  newCapture,
} from '../store/store-rows.ts';

const open = withStore();

const mebibyte = 1024 * 1024;

describe('oldestReceivedAt', () => {
  test('tells when the oldest shown capture of each endpoint came, of those that hold some', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const [cleared, empty] = [
      await addEndpoint(open.store, accountId),
      await addEndpoint(open.store, accountId),
    ];
    for (const [endpoint, receivedAt] of [
      [endpointId, 2000],
      [cleared, 500],
      [endpointId, 1000],
    ] as const) {
      await open.store.captures.append(newCapture(endpoint, { receivedAt }));
    }
    await open.store.captures.clear({ accountId, endpointId: cleared });
    expect(await open.store.captures.oldestReceivedAt([endpointId, cleared, empty, 4711])).toEqual(
      new Map([[endpointId, 2000]]),
    );
    await open.store.captures.append(newCapture(cleared, { receivedAt: 3000 }));
    expect(await open.store.captures.oldestReceivedAt([cleared])).toEqual(
      new Map([[cleared, 3000]]),
    );
    expect(await open.store.captures.oldestReceivedAt([])).toEqual(new Map());
  });
});

describe('readPage', () => {
  test('merges the endpoints of an account, in both directions, at every page size', async () => {
    const { scope, ids } = await interleaved(open.store, 7, 60);
    for (const limit of [1, 7, 59, 60, 61, 1000]) {
      expect(await walk(open.store, scope, 'oldestFirst', limit)).toEqual(ids);
      expect(await walk(open.store, scope, 'newestFirst', limit)).toEqual(ids.toReversed());
    }
  });

  test('merges endpoints of very different sizes', async () => {
    const accountId = await addAccount(open.store);
    const [large, small] = [
      await addEndpoint(open.store, accountId),
      await addEndpoint(open.store, accountId),
    ];
    const ids = [
      ...(await appendMany(open.store, small, 1)),
      ...(await appendMany(open.store, large, 700)),
      ...(await appendMany(open.store, small, 2)),
      ...(await appendMany(open.store, large, 700)),
    ];
    expect(await walk(open.store, { accountId }, 'newestFirst', 333)).toEqual(ids.toReversed());
    expect(await walk(open.store, { accountId }, 'oldestFirst', 333)).toEqual(ids);
  });

  test('shows only captures after and before the given ids, both left out', async () => {
    const { scope, ids } = await interleaved(open.store, 4, 20);
    const [after = 0, before = 0] = [ids[3], ids[15]];
    for (const order of ['oldestFirst', 'newestFirst'] as const) {
      const page = await readPage(open.store, scope, { order, after, before });
      expect(page.captures.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.slice(4, 15));
      expect(page.more).toBe(false);
    }
    expect(await readPage(open.store, scope, { after: ids.at(-1) ?? 0 })).toEqual({
      captures: [],
      more: false,
    });
  });

  test('tells whether there is more in its direction, up to its bounds', async () => {
    const { scope, ids } = await interleaved(open.store, 2, 10);
    const more = async (limit: number, before?: number) =>
      (await readPage(open.store, scope, { limit, ...(before && { before }) })).more;
    expect(await more(9)).toBe(true);
    expect(await more(10)).toBe(false);
    expect(await more(4, ids[5])).toBe(true);
    expect(await more(5, ids[5])).toBe(false);
  });

  test('ends before it exceeds maxBytes, but never without a capture', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = [];
    for (let count = 0; count < 4; count++) {
      ids.push((await open.store.captures.append(newCapture(endpointId, { body: oneMiB() })))?.id);
    }
    const lengths = async (maxBytes: number) => {
      const page = await readPage(open.store, { accountId }, { maxBytes });
      return { count: page.captures.length, more: page.more };
    };
    expect(await lengths(1)).toEqual({ count: 1, more: true });
    expect(await lengths(2 * mebibyte)).toEqual({ count: 1, more: true });
    expect(await lengths(2 * mebibyte + 1000)).toEqual({ count: 2, more: true });
    expect(await lengths(100 * mebibyte)).toEqual({ count: 4, more: false });
    const walked = await walk(open.store, { accountId }, 'oldestFirst', 100, 1);
    expect(walked).toEqual(ids);
  });

  test('without bodies gives their sizes, which maxBytes then does not count', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    for (let count = 0; count < 3; count++) {
      await open.store.captures.append(newCapture(endpointId, { body: oneMiB() }));
    }
    const page = await readPage(open.store, { accountId }, { withBody: false, maxBytes: 1000 });
    expect(page.captures.map(({ bodySize }) => bodySize)).toEqual([mebibyte, mebibyte, mebibyte]);
    expect(page.captures.some((capture) => 'body' in capture)).toBe(false);
    const long = '/wh/token?'.padEnd(600, 'x');
    await open.store.captures.append(newCapture(endpointId, { target: long }));
    await open.store.captures.append(newCapture(endpointId, { target: long }));
    const cut = await readPage(open.store, { accountId }, { withBody: false, maxBytes: 1000 });
    expect(cut).toMatchObject({ captures: [{ target: long }], more: true });
  });

  test('leaves out bodies over largestBodyBytes, which maxBytes then does not count', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const sizes = [3, mebibyte, 0, 1000, 1001, 7, mebibyte];
    for (const [index, size] of sizes.entries()) {
      const body = new Uint8Array(size).fill(index);
      await open.store.captures.append(newCapture(endpointId, { body }));
    }
    const query = { order: 'oldestFirst', largestBodyBytes: 1000, maxBytes: 2000 } as const;
    const { captures, more } = await readPage(open.store, { accountId }, query);
    expect(more).toBe(false);
    expect(captures.map(({ bodySize }) => bodySize)).toEqual(sizes);
    for (const [index, { body, bodySize }] of captures.entries()) {
      const whole = bodySize > 1000 ? undefined : new Uint8Array(bodySize).fill(index);
      expect(body).toEqual(whole);
    }
    expect(captures.filter((capture) => 'body' in capture).length).toBe(4);
    const short = await readPage(open.store, { accountId }, { ...query, maxBytes: 1200 });
    expect(short).toMatchObject({ captures: { length: 5 }, more: true });
    const none = await readPage(open.store, { accountId }, { ...query, withBody: false });
    expect(none.captures.some((capture) => 'body' in capture)).toBe(false);
  });
});

describe('readOne', () => {
  test("gives an account's own capture and no other account's", async () => {
    const { scope, ids } = await interleaved(open.store, 2, 4);
    const stranger = await addAccountWithEndpoint(open.store);
    const [id = 0] = ids;
    expect(await open.store.captures.readOne(scope.accountId, id)).toMatchObject({ id });
    expect(await open.store.captures.readOne(stranger.accountId, id)).toBeUndefined();
    expect(await open.store.captures.readOne(scope.accountId, 999_999)).toBeUndefined();
  });

  test('leaves out a body over the bound', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const capture = newCapture(endpointId, { body: 'hello' });
    const [id = 0] = stored([await open.store.captures.append(capture)]);
    const readOne = (bound?: number) => open.store.captures.readOne(accountId, id, bound);
    expect(Buffer.from((await readOne())?.body ?? []).toString()).toBe('hello');
    expect((await readOne(5))?.body?.length).toBe(5);
    const bare = await readOne(4);
    expect(bare).toMatchObject({ id, bodySize: 5, target: '/wh/token' });
    expect(bare).not.toHaveProperty('body');
  });
});

function oneMiB(): Uint8Array {
  return new Uint8Array(mebibyte).fill(120);
}

/** An account whose captures went to its endpoints in turn. */
async function interleaved(
  store: Store,
  endpoints: number,
  count: number,
): Promise<{ scope: Scope; ids: number[]; endpointIds: number[] }> {
  const accountId = await addAccount(store);
  const endpointIds: number[] = [];
  for (let added = 0; added < endpoints; added++) {
    endpointIds.push(await addEndpoint(store, accountId));
  }
  const ids = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      store.captures.append(newCapture(endpointIds[index % endpoints] ?? 0)),
    ),
  );
  return { scope: { accountId }, ids: stored(ids), endpointIds };
}

/** The ids of a scope, page by page; each page begins where the one before ended. */
async function walk(
  store: Store,
  scope: Scope,
  order: 'newestFirst' | 'oldestFirst',
  limit: number,
  maxBytes = mebibyte,
): Promise<number[]> {
  const ids: number[] = [];
  let page: Page;
  do {
    const last = ids.at(-1);
    const start =
      last === undefined ? {} : order === 'newestFirst' ? { before: last } : { after: last };
    page = await readPage(store, scope, { order, limit, maxBytes, withBody: false, ...start });
    expect(page.captures.length).toBeLessThanOrEqual(limit);
    const pageIds = page.captures.map(({ id }) => id);
    // The ids alone give the same pages, except that no size ends them.
    const alone = await store.captures.readIds(scope, { order, limit, ...start });
    expect(alone.ids.slice(0, pageIds.length)).toEqual(pageIds);
    if (alone.ids.length === pageIds.length) expect(alone.more).toBe(page.more);
    else expect(page.more).toBe(true);
    ids.push(...pageIds);
  } while (page.more);
  return ids;
}
