import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server that can fail like a network. `await using` ends it. */
export interface Line extends AsyncDisposable {
  url: string;
  /** The number of connections that were opened so far. */
  opened: number;
  /** Ends every open connection. */
  cut(): void;
  /** From now on nothing comes through the open connections, and neither side is told. */
  freeze(): void;
  /** New connections are ended at once, until `false`. */
  refuse(isRefused: boolean): void;
}

export async function startLine(server: { url: string }): Promise<Line> {
  const target = new URL(server.url);
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  const tell = (other: Socket, closed: Socket) => {
    if (!closed.readableEnded && !frozen.has(closed)) other.destroy();
  };
  let isRefused = false;
  const lineServer = createServer((near) => {
    line.opened += 1;
    if (isRefused) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    // A pipe passes on an end but no reset, and a connection that is closed with unread bytes in it is reset.
    near.on('close', () => tell(far, near));
    far.on('close', () => tell(near, far));
  });
  await new Promise<void>((resolve) => lineServer.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  const { port } = lineServer.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const line: Line = {
    url: `http://127.0.0.1:${port}`,
    opened: 0,
    cut,
    freeze: () => {
      for (const socket of sockets) {
        frozen.add(socket);
        socket.unpipe().pause();
      }
    },
    refuse: (refused) => {
      isRefused = refused;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => lineServer.close(resolve));
    },
  };
  return line;
}
