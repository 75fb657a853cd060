import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startGuest, startServer } from '../start-server.ts';
import { ask, capture, valueNow } from './heavy-readers.ts';

/** More than the kernel takes for a reader that does not read. */
const unreadBytes = 10 * 1024 * 1024;

const server = forFile(await startServer());

/** The readers of one test have gone before the next begins. */
beforeEach(async () => {
  const { heavyReadBytes, openLists } = server.metrics;
  await eventually(
    async () => (await valueNow(heavyReadBytes)) + (await valueNow(openLists)) === 0,
  );
});

describe('readers of large captures that do not read', () => {
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
    // Seven have the memory that one tenant may have, nine wait for it, 250 wait for a place, and the others are refused.
    using readers = await ask(guest, '/api/requests', 276);
    await eventually(
      () => readers.sockets.filter(({ bytesRead }) => bytesRead > 0).length,
      (answered) => answered === 17,
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
