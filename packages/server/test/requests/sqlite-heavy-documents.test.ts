import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startProcess } from '../server-process.ts';
import { startAccount, startGuest, startServer } from '../start-server.ts';
import { ask, atRest, capture, gzipped, valueNow } from './heavy-readers.ts';

const mebibyte = 1024 * 1024;

/** The bytes that an account may have on their way to sockets, and one piece more: 24 readers could hold 6 MiB. */
const piecesOfAccountBytes = 4 * mebibyte + 256 * 1024;

/** The largest body; two of them are more than an account's share of the room for documents. */
const largestBytes = 25 * mebibyte;

/** The room for documents, with one more of the largest and small ones beside it, is smaller. */
const mostReadBytes = 4 * largestBytes;

const server = forFile(await startServer());

describe('readers of large captures that do not read', () => {
  it.each([
    ['of their bodies', (id: number) => `/api/requests/${id}/body`],
    ['of their texts', (id: number) => `/api/requests/${id}`],
    ['of lists of them', () => '/api/requests'],
  ])('hold a piece each, and share the capture: %s', async (_, path) => {
    // Each account has its own rate of reading.
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const id = await capture(server, token, Buffer.alloc(largestBytes, 'a'));
    await capture(server, token, Buffer.alloc(largestBytes, 'a'));
    using readers = await ask(guest, path(id), 24);
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
    // All of them need more than there is room for, but few bytes were sent.
    const accounts = await Promise.all(Array.from({ length: 5 }, () => startAccount(server)));
    const body = Buffer.from(`{"a":"${'1234567'.repeat(3_400_000)}"}`);
    const headers = { ...gzipped, 'Content-Type': 'application/json' };
    const sent = gzipSync(body, { level: 1 });
    const { heavyReadBytes } = server.metrics;
    const answers: Response[] = [];
    for (const account of accounts) {
      const id = await capture(server, await account.endpoint(), sent, headers);
      const answer = await account.call('GET', `/api/requests/${id}`);
      expect(answer.status).toBe(200);
      answers.push(answer);
      expect(await valueNow(heavyReadBytes)).toBeLessThan(mostReadBytes);
    }
    expect(accounts.length * body.length).toBeGreaterThan(mostReadBytes);
    const raw = body.toString().replaceAll('"', '\\"');
    const shown = Buffer.from(`"body":{"json":${body},"raw":"${raw}"}`);
    for (const answer of answers) {
      const bytes = Buffer.from(await answer.arrayBuffer());
      const at = bytes.indexOf('"body":');
      expect(bytes.subarray(at, at + shown.length).equals(shown)).toBe(true);
    }
  });
});

describe('a stop of the server', () => {
  it('is in order and in time while large and compressed captures wait to be read', async () => {
    await using server = await startProcess();
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
    expect(server.standardError()).not.toMatch(/"level":[56]0|Unhandled|Refusal/);
  });
});
