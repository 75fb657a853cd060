import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startGuest, startServer } from '../start-server.ts';
import { ask, atRest, capture, gzipped, valueNow } from './heavy-readers.ts';

/** The largest body. */
const largestBytes = 25 * 1024 * 1024;

/** More than the kernel takes for a reader that does not read, and than an account's pieces. */
const unreadBytes = 10 * 1024 * 1024;

function nested(before: string, open: string, close: string, after: string, depth: number): Buffer {
  return Buffer.from(before + open.repeat(depth) + close.repeat(depth) + after);
}

function isFulfilled({ type }: { type: string }): boolean {
  return type === 'fulfilled';
}

const server = forFile(await startServer());

/** The readers of one test have gone before the next begins. */
beforeEach(async () => {
  const { heavyReadBytes, openLists } = server.metrics;
  await eventually(
    async () => (await valueNow(heavyReadBytes)) + (await valueNow(openLists)) === 0,
  );
});

describe('readers of large captures that do not read', () => {
  it('have so many lists under way, and their others wait their turn', async () => {
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const body = Buffer.alloc(60_000, 'a');
    await Promise.all(Array.from({ length: 100 }, () => capture(server, token, body)));
    const { openLists } = server.metrics;
    using readers = await ask(guest, '/api/requests', 20);
    await eventually(async () => (await valueNow(openLists)) === 16);
    expect(await atRest(openLists)).toBe(16);
    const waiting = guest.ask(200, 'GET', '/api/requests');
    readers.resume();
    expect(await waiting).toHaveLength(100);
    await eventually(async () => (await valueNow(openLists)) === 0);
  });

  it.each([
    ['bombs', 'text/plain', () => Buffer.alloc(largestBytes, 1)],
    [
      'nested arrays',
      'application/json',
      () => nested('{"a":', '[', ']', '}', largestBytes / 2 - 8),
    ],
    ['nested elements', 'text/xml', () => nested('', '<a>', '</a>', '', largestBytes / 8)],
  ])('keep no other waiting, not even with hundreds of %s', async (_, type, body) => {
    const [guest, other] = [await startGuest(server), await startAccount(server)];
    const headers = { ...gzipped, 'Content-Type': type };
    const id = await capture(server, await guest.endpoint(), gzipSync(body()), headers);
    const token = await other.endpoint();
    const small = await capture(server, token, gzipSync('hello'), gzipped);
    using _ones = await ask(guest, `/api/requests/${id}`, 200);
    using _lists = await ask(guest, '/api/requests', 10);
    expect((await other.ask(200, 'GET', `/api/requests/${small}`)).body.raw).toBe('hello');
    expect(await other.ask(200, 'GET', '/api/requests')).toHaveLength(1);
  });

  it('are forgotten when they go while they wait', async () => {
    // Every page that this server reads is counted.
    await using server = await startServer();
    const guest = await startGuest(server);
    await capture(server, await guest.endpoint(), Buffer.alloc(unreadBytes, 'a'));
    const { heavyReadBytes, openLists } = server.metrics;
    const pages = vi.spyOn(server.store.captures, 'readListPage');
    using waiting = await ask(guest, '/api/requests', 20);
    await eventually(
      () => pages.mock.settledResults.filter(isFulfilled).length === 16,
      Boolean,
      20_000,
    );
    expect(await valueNow(openLists)).toBe(16);
    waiting[Symbol.dispose]();
    await eventually(async () => (await valueNow(openLists)) === 0);
    await eventually(async () => (await valueNow(heavyReadBytes)) === 0);
  });

  it('may shut down their side once they asked', async () => {
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    for (let count = 0; count < 3; count++) await capture(server, token, Buffer.alloc(200_000));
    using readers = await ask(guest, '/api/requests', 1);
    const [socket] = readers.sockets;
    let text = '';
    socket?.on('data', (piece) => {
      text += piece;
    });
    socket?.resume().end();
    await eventually(() => text.endsWith(']\r\n0\r\n\r\n'));
  });

  it('get a proper answer once too many of theirs wait', async () => {
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    await capture(server, token, Buffer.alloc(unreadBytes, 'a'));
    // Sixteen are served, 250 wait, and the others are refused: then all of them have arrived.
    using readers = await ask(guest, '/api/requests', 276);
    await eventually(
      () => readers.sockets.filter(({ bytesRead }) => bytesRead > 0).length,
      (answered) => answered === 26,
      20_000,
    );
    const refused = await guest.call('GET', '/api/requests?limit=5');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    const { error } = JSON.parse(await refused.text());
    expect(error).toBe('Too many requests are being read at once');
    // Small captures are read at once.
    const other = await capture(server, token, 'hello');
    expect((await guest.ask(200, 'GET', `/api/requests/${other}`)).body.raw).toBe('hello');
  });
});
