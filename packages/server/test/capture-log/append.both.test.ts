import { describe, expect, inject, test } from 'vitest';
import type { CommittedGroup } from '../../src/capture-log/announcements.ts';
import { eventually } from '../eventually.ts';
import {
  allIds,
  appendMany,
  expectExactCounters,
  readPage,
  stored,
  withStore,
} from '../store/store-fixture.ts';
import {
  addAccount,
  addAccountWithEndpoint,
  addEndpoint,
  deleteEndpoint,
  newCapture,
} from '../store/store-rows.ts';

const open = withStore();

describe('append', () => {
  test('stores every field as it was given', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const capture = newCapture(endpointId, {
      receivedAt: 1_764_000_000_123,
      method: 'PROPFIND',
      target: '/wh/token/a%20b?q=%F0%9F%98%80&q=ä',
      headers: JSON.stringify(['Content-Type', 'text/plain', 'Accept', 'Ünïcödé 日本語 😀']),
      droppedHeaders: 3,
      ipAddress: '2001:db8::1',
      body: 'a body',
    });
    const [id = 0] = stored([await open.store.captures.append(capture)]);
    const { body, ...rest } = (await open.store.captures.readOne(accountId, id)) ?? {};
    const { body: _pieces, settingsVersion: _version, ...given } = capture;
    expect(rest).toEqual({ id, ...given });
    expect(Buffer.from(body ?? []).toString()).toBe('a body');
    await expectExactCounters(open.store, accountId);
  });

  test('stores text with U+0000 as it is', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const texts = {
      method: 'A\0B',
      target: '/wh/token?\0=\0',
      headers: '["A","\0"]',
      ipAddress: '\0',
    };
    const [id = 0] = stored([await open.store.captures.append(newCapture(endpointId, texts))]);
    expect(await open.store.captures.readOne(accountId, id)).toMatchObject(texts);
    await expectExactCounters(open.store, accountId);
  });

  test.each([
    ['empty', new Uint8Array(0)],
    ['every byte there is', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
    ['one NUL', new Uint8Array(1)],
    ['25 MiB', new Uint8Array(25 * 1024 * 1024).fill(0xa5)],
  ])('keeps the bytes of a body: %s', async (_name, bytes) => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const [id = 0] = stored([
      await open.store.captures.append(newCapture(endpointId, { body: bytes })),
    ]);
    const found = await open.store.captures.readOne(accountId, id);
    expect(found?.bodySize).toBe(bytes.byteLength);
    expect(Buffer.compare(found?.body ?? Buffer.from('none'), bytes)).toBe(0);
    await expectExactCounters(open.store, accountId);
  });

  test('joins the pieces of a body in their order', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const pieces = ['one ', 'two ', 'three'].map((piece) => Buffer.from(piece));
    // The second capture of the group tells whether the first one's bytes ended at the right place.
    const ids = await Promise.all([
      open.store.captures.append({ ...newCapture(endpointId), body: pieces, bodySize: 13 }),
      open.store.captures.append(newCapture(endpointId, { body: 'next' })),
    ]);
    const texts = [];
    for (const id of stored(ids)) {
      const found = await open.store.captures.readOne(accountId, id);
      texts.push(Buffer.from(found?.body ?? []).toString());
    }
    expect(texts).toEqual(['one two three', 'next']);
  });

  test('gives ids that rise in the order of the calls, each once', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = await appendMany(open.store, endpointId, 1500);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(await allIds(open.store, { accountId })).toEqual(ids);
    const last = await readPage(open.store, { accountId }, { limit: 1 });
    expect(Buffer.from(last.captures[0]?.body ?? []).toString()).toBe('body 1499');
  });

  test('tells that an endpoint is unknown, and stores nothing', async () => {
    const { endpointId } = await addAccountWithEndpoint(open.store);
    expect(await open.store.captures.append(newCapture(endpointId + 1))).toBeUndefined();
    expect((await open.store.captures.append(newCapture(endpointId)))?.id).toBeTypeOf('number');
  });

  test('stores the rest of a group whose endpoints are partly gone', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const gone = await addEndpoint(open.store, accountId);
    await deleteEndpoint(open.store, gone);
    const appended = await Promise.all(
      Array.from({ length: 90 }, (_, index) =>
        open.store.captures.append(newCapture(index % 3 === 1 ? gone : endpointId)),
      ),
    );
    const kept = appended.filter((_, index) => index % 3 !== 1);
    expect(appended.filter((one) => one === undefined)).toHaveLength(30);
    expect(await allIds(open.store, { accountId })).toEqual(stored(kept));
    await expectExactCounters(open.store, accountId);
  });

  test('never stores for an endpoint once its deletion was committed', async () => {
    const accountId = await addAccount(open.store);
    const kept = await addEndpoint(open.store, accountId);
    for (let round = 0; round < 10; round++) {
      const endpointId = await addEndpoint(open.store, accountId);
      const during = appendMany(open.store, kept, 50);
      const racing = Array.from({ length: 50 }, () =>
        open.store.captures.append(newCapture(endpointId)),
      );
      await deleteEndpoint(open.store, endpointId);
      expect(await open.store.captures.append(newCapture(endpointId))).toBeUndefined();
      await Promise.all([during, ...racing]);
    }
    expect(await allIds(open.store, { accountId })).toHaveLength(500);
  });

  test('never gives an id twice: not after a delete, a clear, a purge or a restart', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    let last = Math.max(...(await appendMany(open.store, endpointId, 20)));
    const empty = [
      () => open.store.captures.removeOne(accountId, last),
      () => open.store.captures.clear({ accountId }),
      () => open.store.captures.purge(),
      () => open.store.captures.removeOldest({ accountId }, {}),
    ];
    for (const step of empty) {
      await step();
      await open.reopen();
      const [id = 0] = await appendMany(open.store, endpointId, 1);
      expect(id).toBeGreaterThan(last);
      last = id;
    }
  });
});

describe('onCommitted', () => {
  test('announces each group in order, readable, before its callers hear of it', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const other = await addAccountWithEndpoint(open.store);
    const announced: number[] = [];
    const known: number[] = [];
    const accounts = new Set<number>();
    const reads: Promise<void>[] = [];
    let through = open.store.captures.committedThrough;
    open.store.captures.onCommitted((group: CommittedGroup) => {
      const ids = group.captures.map(({ id }) => id);
      expect(ids.every((id) => id > through && id <= group.through)).toBe(true);
      through = group.through;
      expect(open.store.captures.committedThrough).toBe(through);
      announced.push(...ids);
      for (const capture of group.captures) {
        expect(capture.capture.endpointId).toBe(
          capture.accountId === accountId ? endpointId : other.endpointId,
        );
        accounts.add(capture.accountId);
      }
      const last = group.captures.at(-1);
      if (last !== undefined) reads.push(expectReadable(last.id, last.accountId));
    });

    async function expectReadable(id: number, owner: number): Promise<void> {
      const page = await readPage(open.store, { accountId: owner }, { limit: 1, after: id - 1 });
      expect(page.captures[0]?.id).toBeGreaterThanOrEqual(id);
    }

    async function append(endpoint: number): Promise<void> {
      for (let count = 0; count < 30; count++) {
        const appended = await open.store.captures.append(newCapture(endpoint));
        // On PostgreSQL a look at the table may be under way: it announces the group, without its captures, once it is through.
        if (inject('store') === 'sqlite') expect(announced).toContain(appended?.id);
        known.push(appended?.id ?? 0);
      }
    }
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        append(index % 2 === 0 ? endpointId : other.endpointId),
      ),
    );
    await eventually(() => through >= Math.max(...known));
    await Promise.all(reads);
    expect(new Set(known).size).toBe(600);
    expect(announced.length).toBeGreaterThan(300);
    expect(known).toEqual(expect.arrayContaining(announced));
    expect(announced).toEqual([...new Set(announced)].sort((a, b) => a - b));
    expect(accounts).toEqual(new Set([accountId, other.accountId]));
  });

  test('leaves out captures that were not stored, and stops when told to', async () => {
    const { endpointId } = await addAccountWithEndpoint(open.store);
    const announced: number[] = [];
    const stop = open.store.captures.onCommitted(({ captures }) => {
      announced.push(...captures.map(({ id }) => id));
    });
    const [, appended] = await Promise.all([
      open.store.captures.append(newCapture(endpointId + 1)),
      open.store.captures.append(newCapture(endpointId)),
    ]);
    expect(announced).toEqual([appended?.id]);
    stop();
    await appendMany(open.store, endpointId, 3);
    expect(announced).toEqual([appended?.id]);
  });
});

describe('onStored', () => {
  test('announces captures of this node, each once, until told to stop', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const heard: number[] = [];
    const stop = open.store.captures.onStored((captures) => {
      for (const captured of captures) {
        expect(captured).toMatchObject({ accountId, capture: { endpointId } });
        heard.push(captured.id);
      }
    });
    const [, ...appended] = await Promise.all([
      open.store.captures.append(newCapture(endpointId + 1)),
      ...Array.from({ length: 300 }, () => open.store.captures.append(newCapture(endpointId))),
    ]);
    const ids = stored(appended);
    expect(heard).toEqual(ids);
    stop();
    await appendMany(open.store, endpointId, 3);
    expect(heard).toEqual(ids);
  });
});

describe('committedThrough', () => {
  test('is 0 in an empty log, else the newest id, after a restart too', async () => {
    expect(open.store.captures.committedThrough).toBe(0);
    const { endpointId } = await addAccountWithEndpoint(open.store);
    const ids = await appendMany(open.store, endpointId, 40);
    expect(open.store.captures.committedThrough).toBe(ids.at(-1));
    await open.reopen();
    expect(open.store.captures.committedThrough).toBe(ids.at(-1));
  });
});
