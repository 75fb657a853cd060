import { expect, test } from 'vitest';
import { openSocket } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';

const chunks = 200_000;
/** A read of 64 KiB has about this many chunks of one byte. */
const chunksOfOneRead = (64 * 1024) / '1\r\nx\r\n'.length;

test('bodies in chunks of one byte leave others their turns', async () => {
  await using server = await startServer();
  const visitor = await startGuest(server);
  const token = await visitor.endpoint();
  const bytesSoFar = async (): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^hookwell_bodies_in_flight_bytes (\S+)$/m.exec(text)?.[1]);
  };
  const sockets = await Promise.all(Array.from({ length: 3 }, () => openSocket(server.url)));
  const body = Buffer.from('1\r\nx\r\n'.repeat(chunks));
  for (const socket of sockets) {
    socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
    socket.write(body);
  }
  // Each answer takes a few turns of the loop. Server, senders and reader share one, so the machine's speed does not matter.
  let most = 0;
  for (let last = 0; last < chunks; ) {
    const next = await bytesSoFar();
    most = Math.max(most, next - last);
    last = next;
  }
  for (const socket of sockets) socket.destroy();
  expect(most).toBeLessThan(10 * chunksOfOneRead);
}, 60_000);
