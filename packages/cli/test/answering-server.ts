import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The address of a server that is not a Hookwell service; it runs until it is closed, or until the end of the test. */
export async function listen(
  answer: RequestListener,
  { closed = false }: { closed?: boolean } = {},
): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port, so its address is no string.
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  if (closed) await close();
  else onTestFinished(close);
  return `http://127.0.0.1:${port}`;
}
