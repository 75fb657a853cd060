import { gzipSync } from 'node:zlib';
import type { Gauge } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import { startProcess } from '../server-process.ts';
import { startGuest, startServer } from '../start-server.ts';
import { ask, capture, gzipped } from './heavy-readers.ts';

const mebibyte = 1024 * 1024;

/** The bytes that an account may have on their way to sockets, and one piece more. */
const piecesOfAccountBytes = 4 * mebibyte + 256 * 1024;

/** The largest body; two of them are more than an account's share of the room for documents. */
const largestBytes = 25 * mebibyte;

function nested(before: string, open: string, close: string, after: string, depth: number): Buffer {
  return Buffer.from(before + open.repeat(depth) + close.repeat(depth) + after);
}

function isFulfilled({ type }: { type: string }): boolean {
  return type === 'fulfilled';
}

async function valueNow(gauge: Gauge): Promise<number> {
  return (await gauge.get()).values[0]?.value ?? 0;
}

/** Waits until a figure has stayed the same for a while. */
async function atRest(gauge: Gauge): Promise<number> {
  let [last, looks] = [-1, 0];
  return await eventually(
    async () => {
      const now = await valueNow(gauge);
      looks = now === last ? looks + 1 : 0;
      last = now;
      return now;
    },
    () => looks > 30,
  );
}

describe('readers of large captures that do not read', () => {
  it.each([
    ['of their bodies', (id: number) => `/api/requests/${id}/body`],
    ['of their texts', (id: number) => `/api/requests/${id}`],
    ['of lists of them', () => '/api/requests'],
  ])('hold a piece each, and share the capture: %s', async (_, path) => {
    await using server = await startServer();
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const id = await capture(server, token, Buffer.alloc(largestBytes, 'a'));
    await capture(server, token, Buffer.alloc(largestBytes, 'a'));
    using readers = await ask(guest, path(id), 40);
    const { heavyReadBytes, heavyPieceBytes } = server.metrics;
    await eventually(
      () => atRest(heavyPieceBytes),
      (held) => held >= 16 * 32 * 1024 && held <= piecesOfAccountBytes,
    );
    // One document is read for all of them, which takes more for a moment.
    await eventually(async () => (await valueNow(heavyReadBytes)) <= 2 * largestBytes);
    readers[Symbol.dispose]();
    await eventually(async () => (await valueNow(heavyPieceBytes)) === 0);
    expect(await valueNow(heavyReadBytes)).toBe(0);
    await guest.ask(200, 'GET', `/api/requests/${id}`);
    await eventually(async () => (await valueNow(heavyReadBytes)) === 0);
  });

  it('give way to others, and go on at the same place when they read on', async () => {
    await using server = await startServer();
    // The text needs more than there is room for, but few bytes were sent.
    const guests = await Promise.all(Array.from({ length: 7 }, () => startGuest(server)));
    const body = Buffer.from(`{"a":"${'1234567'.repeat(3_400_000)}"}`);
    const headers = { ...gzipped, 'Content-Type': 'application/json' };
    const sent = gzipSync(body, { level: 1 });
    const { heavyReadBytes } = server.metrics;
    const answers: Response[] = [];
    for (const guest of guests) {
      const id = await capture(server, await guest.endpoint(), sent, headers);
      const answer = await guest.call('GET', `/api/requests/${id}`);
      expect(answer.status).toBe(200);
      answers.push(answer);
      expect(await valueNow(heavyReadBytes)).toBeLessThan(5 * largestBytes);
    }
    for (const answer of answers) {
      const text = await answer.text();
      const json = text.indexOf('"json":') + 7;
      expect(text.slice(json, json + body.length) === body.toString()).toBe(true);
      expect(JSON.parse(text).body.raw === body.toString()).toBe(true);
    }
  });

  it('have so many lists under way, and their others wait their turn', async () => {
    await using server = await startServer();
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    for (let count = 0; count < 100; count++) {
      await capture(server, token, Buffer.alloc(60_000, 'a'));
    }
    const { openLists } = server.metrics;
    using readers = await ask(guest, '/api/requests', 40);
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
    await using server = await startServer();
    const [guest, other] = [await startGuest(server), await startGuest(server)];
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
    await using server = await startServer();
    const guest = await startGuest(server);
    await capture(server, await guest.endpoint(), Buffer.alloc(largestBytes, 'a'));
    const { heavyReadBytes, openLists } = server.metrics;
    const pages = vi.spyOn(server.store.captures, 'readPage');
    using waiting = await ask(guest, '/api/requests', 20);
    await eventually(() => pages.mock.settledResults.filter(isFulfilled).length === 16);
    expect(await valueNow(openLists)).toBe(16);
    waiting[Symbol.dispose]();
    await eventually(async () => (await valueNow(openLists)) === 0);
    await eventually(async () => (await valueNow(heavyReadBytes)) === 0);
  });

  it('may shut down their side once they asked', async () => {
    await using server = await startServer();
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
    await using server = await startServer();
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    await capture(server, token, Buffer.alloc(largestBytes, 'a'));
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

describe('a stop of the server', () => {
  it('is in order and in time while large and compressed captures wait to be read', async () => {
    await using database = await freshDatabase();
    await using server = await startProcess({ databaseUrl: database.url });
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const bomb = gzipSync(Buffer.alloc(largestBytes, 1));
    const id = await capture(server, token, bomb, gzipped);
    for (let count = 0; count < 3; count++) await capture(server, token, bomb, gzipped);
    // A light capture stands before heavy ones: the list waits with a text that it has still to give.
    for (let count = 0; count < 20; count++) await capture(server, token, Buffer.alloc(60_000, 1));
    using _lists = await ask(guest, '/api/requests', 10);
    using _ones = await ask(guest, `/api/requests/${id}`, 20);
    using read = await ask(guest, '/api/requests', 1);
    read.resume();
    await eventually(() => read.sockets[0]?.bytesRead);
    const started = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(server.standardError()).not.toMatch(/"level":[56]0|Unhandled|ApiError/);
  });
});
