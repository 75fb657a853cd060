import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseMatch } from '@hookwell/match';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { startHub } from './start-hub.ts';

/** A response whose client reads it, and the text that the client has got. */
async function openResponse() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  let text = '';
  const request = get({ port, host: '127.0.0.1', agent: false }, (incoming) => {
    incoming
      .on('error', () => {})
      .on('data', (piece) => {
        text += piece;
      });
  }).on('error', () => {});
  const response = await new Promise<ServerResponse>((resolve) => {
    server.on('request', (_, response) => resolve(response));
  });
  return {
    response,
    read: () => text,
    [Symbol.asyncDispose]: async () => {
      request.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a stream that comes right after the search of another failed is served', async () => {
  let failure: ((error: Error) => void) | undefined;
  let failed = false;
  await using hub = await startHub({
    onSearch: () =>
      failed
        ? undefined
        : new Promise((_, reject) => {
            failure = reject;
          }),
  });
  const scope = await hub.account();
  await using late = await openResponse();
  using first = await hub.open(scope, { match: 'x' });
  await eventually(
    () => failure,
    (fail) => fail !== undefined,
  );
  const [response] = hub.responses;
  if (response === undefined) throw new Error('there is no response');
  const end = response.end.bind(response);
  // The connection of the first is still open then.
  response.end = ((done: () => void) => {
    const match = parseMatch('x');
    queueMicrotask(() => {
      hub.hub.open(late.response, {
        scope,
        filter: { text: 'x', match },
        after: 0,
        view: 'event',
        credential: { kind: 'key', id: 0 },
      });
    });
    return end(done);
    // `end` has more forms, which nobody calls here.
  }) as typeof response.end;
  failed = true;
  failure?.(new Error('the log cannot be read'));
  await eventually(
    () => first.ended,
    (ended) => ended !== 'no',
  );
  await hub.capture(scope, 'x');
  await eventually(late.read, (text) => text.includes('"x"'));
});

test('what a search has found is not searched for again for each page', async () => {
  await using hub = await startHub();
  const scope = await hub.account();
  const ids: number[] = [];
  const body = `wanted ${'y'.repeat(60_000)}`;
  for (let count = 0; count < 30; count++) ids.push(await hub.capture(scope, body));
  using client = await hub.open(scope, { match: 'wanted' });
  await client.received(ids.length);
  expect(client.ids).toEqual(ids);
  // A page has 256 KiB, so there are eight.
  expect((await hub.metrics.capturesSearched.get()).values[0]?.value).toBe(ids.length);
});

test('a stream at the tail searches for many captures at once', async () => {
  let searches = 0;
  await using hub = await startHub({
    onSearch: () => {
      searches += 1;
    },
  });
  const scope = await hub.account();
  using client = await hub.open(scope, { match: 'wanted' });
  await eventually(
    () => searches,
    (count) => count > 0,
  );
  const ids: number[] = [];
  for (let count = 0; count < 150; count++) {
    const id = await hub.capture(scope, count % 50 === 49 ? 'wanted' : 'not');
    if (count % 50 === 49) ids.push(id);
  }
  await client.received(ids.length);
  expect(client.ids).toEqual(ids);
});

test('captures that are removed between search and page are left out, others come once', async () => {
  let onSearched = async () => {};
  await using hub = await startHub();
  const scope = await hub.account();
  const { captures } = hub.store;
  const readByIds = captures.readByIds.bind(captures);
  captures.readByIds = async (...asked) => {
    const once = onSearched;
    onSearched = async () => {};
    await once();
    return await readByIds(...asked);
  };
  const ids: number[] = [];
  for (let count = 0; count < 20; count++) {
    ids.push(await hub.capture(scope, `wanted ${'y'.repeat(40_000)}`));
  }
  const removed = ids.filter((_, index) => [0, 7, 19].includes(index));
  onSearched = async () => {
    for (const id of removed) await captures.removeOne(scope.accountId, id);
  };
  using client = await hub.open(scope, { match: 'wanted' });
  await client.received(17);
  const next = await hub.capture(scope, 'wanted');
  await client.received(18);
  onSearched = () => captures.clear(scope);
  using other = await hub.open(scope, { match: 'wante' });
  await eventually(
    () => captures.readIds(scope, { order: 'newestFirst', limit: 1 }),
    (page) => page.ids.length === 0,
  );
  const last = await hub.capture(scope, 'wanted');
  await client.received(19);
  await eventually(
    () => other.ids,
    (found) => found.includes(last),
  );
  expect(client.ids).toEqual([...ids.filter((id) => !removed.includes(id)), next, last]);
  expect(other.ids).toEqual([last]);
});

test('a merge replays nothing into an open stream with a match, a new one shows it all', async () => {
  await using hub = await startHub();
  const [account, guest] = [await hub.account(), await hub.account()];
  const match = 'wanted';
  const own = await hub.capture(account, 'wanted');
  using open = await hub.open({ accountId: account.accountId }, { match });
  await open.received(1);
  const guests = [await hub.capture(guest, 'wanted'), await hub.capture(guest, 'wanted')];
  await hub.capture(guest, 'not');
  const last = await hub.capture(account, 'wanted');
  await open.received(2);
  await hub.store.db
    .updateTable('endpoint')
    .set({ account_id: account.accountId })
    .where('id', '=', guest.endpointId)
    .execute();
  using fresh = await hub.open({ accountId: account.accountId }, { match });
  await fresh.received(4);
  expect(fresh.ids).toEqual([own, ...guests, last]);
  const after = [await hub.capture(guest, 'wanted'), await hub.capture(account, 'wanted')];
  await open.received(4);
  expect(open.ids).toEqual([own, last, ...after]);
  await fresh.received(6);
  expect(fresh.ids).toEqual([own, ...guests, last, ...after]);
});

test('a stream that wants what comes after a future id waits for it without searching', async () => {
  let searches = 0;
  await using hub = await startHub({
    onSearch: () => {
      searches += 1;
    },
  });
  const scope = await hub.account();
  const newest = await hub.capture(scope, 'wanted');
  using ahead = await hub.open(scope, { match: 'wanted', after: newest + 3 });
  await eventually(
    () => searches,
    (count) => count > 0,
  );
  const before = searches;
  const ids: number[] = [];
  for (let count = 0; count < 6; count++) ids.push(await hub.capture(scope, 'wanted'));
  await ahead.received(3);
  expect(ahead.ids).toEqual(ids.filter((id) => id > newest + 3));
  expect(searches - before).toBeLessThanOrEqual(3);
});
