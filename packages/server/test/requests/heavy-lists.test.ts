import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
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
});
