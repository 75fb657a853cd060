import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { startGuest, startServer } from '../start-server.ts';
import { capture, gzipped } from './heavy-readers.ts';

describe('a list of large captures', () => {
  it('has every one of them whole, between small ones', async () => {
    await using server = await startServer();
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const sent = [
      ['a', {}],
      ['b'.repeat(65_536), {}],
      ['c'.repeat(65_537), {}],
      [gzipSync('d'), gzipped],
      ['e'.repeat(300_000), {}],
      ['f', {}],
    ] as const;
    for (const [body, headers] of sent) await capture(server, token, body, headers);
    const list: { body: { raw: string } }[] = await guest.ask(200, 'GET', '/api/requests');
    const seen = list.map(({ body: { raw } }) => [raw[0], raw.length]);
    expect(seen).toEqual([
      ['f', 1],
      ['e', 300_000],
      ['d', 1],
      ['c', 65_537],
      ['b', 65_536],
      ['a', 1],
    ]);
  });

  it('is whole if two of them go meanwhile', async () => {
    await using server = await startServer();
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push(await capture(server, token, 'x'.repeat(100_000)));
    }
    // The rows go once their page was read, without them.
    const readPage = server.store.captures.readListPage.bind(server.store.captures);
    vi.spyOn(server.store.captures, 'readListPage').mockImplementationOnce(async (...asked) => {
      const page = await readPage(...asked);
      for (const id of ids.slice(-2)) await guest.ask(204, 'DELETE', `/api/requests/${id}`);
      return page;
    });
    const left: { id: number }[] = await guest.ask(200, 'GET', '/api/requests');
    expect(left.map(({ id }) => id)).toEqual(ids.slice(0, -2).reverse());
  });

  it('is read without its large bodies, which are read one at a time', async () => {
    await using server = await startServer();
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    for (let count = 0; count < 3; count++) await capture(server, token, 'x'.repeat(100_000));
    const pages = vi.spyOn(server.store.captures, 'readListPage');
    const ones = vi.spyOn(server.store.captures, 'readOne');
    expect(await guest.ask(200, 'GET', '/api/requests')).toHaveLength(3);
    for (const { value } of pages.mock.settledResults) {
      const captures: { body?: unknown }[] = value.captures ?? value.others;
      expect(captures.some(({ body }) => body !== undefined)).toBe(false);
    }
    expect(ones).toHaveBeenCalledTimes(3);
    ones.mockClear();
    // Only the head is asked for.
    const [{ id }] = await guest.ask(200, 'GET', '/api/requests?view=summary');
    await guest.ask(200, 'GET', `/api/requests/${id}/wire`);
    expect(await ones.mock.results[0]?.value).not.toHaveProperty('body');
  });
});
