import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server below HTTP, whose script decides what happens to a connection. `await using` ends it. */
export interface RawTarget extends AsyncDisposable {
  url: URL;
  connections: number;
}

/** @param script gets the connection, and the first bytes on it */
export async function startRawTarget(
  script: (socket: Socket, head: string) => void,
): Promise<RawTarget> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    target.connections += 1;
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (head) => script(socket, head.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const target: RawTarget = {
    url: new URL(`http://127.0.0.1:${port}/`),
    connections: 0,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return target;
}
