import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Stands between a node and PostgreSQL, so that the network between them can fail. Forwards bytes unchanged
 * and does not interpret them.
 */
export interface DatabaseProxy extends AsyncDisposable {
  /** The target's URL, by way of the proxy. */
  url: string;
  /** The number of connections that go through it now. */
  connections: number;
  /** Cuts every connection, with a reset on both sides. */
  cutAll(): void;
  /** Cuts each connection with this probability, 0 to 1; gives the number of connections that it cut. */
  cutSome(share: number): number;
  /** Holds back every byte in both directions from now on and closes nothing: new connections hang too. */
  pause(): void;
  /** Lets everything through that was held back. */
  resume(): void;
  /** Sends new connections to this server; the others stay where they are. */
  retarget(url: string): void;
}

export async function startDatabaseProxy(targetUrl: string): Promise<DatabaseProxy> {
  let target = new URL(targetUrl);
  let isPaused = false;
  const links = new Set<Link>();
  const server = createServer({ pauseOnConnect: true }, (fromNode) => {
    const link = new Link(fromNode, target, isPaused);
    links.add(link);
    fromNode.once('close', () => links.delete(link));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${port}`;

  function cutSome(share: number): number {
    const chosen = [...links].filter(() => Math.random() < share);
    for (const link of chosen) link.cut();
    return chosen.length;
  }

  return {
    url: url.href,
    get connections() {
      return links.size;
    },
    cutAll: () => void cutSome(1),
    cutSome,
    pause() {
      isPaused = true;
      for (const link of links) link.pause();
    },
    resume() {
      isPaused = false;
      for (const link of links) link.resume();
    },
    retarget(other) {
      target = new URL(other);
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      cutSome(1);
      await closed;
    },
  };
}

/** One connection of the node, and the connection to the server that it is forwarded to. */
class Link {
  readonly #fromNode: Socket;
  readonly #toServer: Socket;
  #isPaused: boolean;

  constructor(fromNode: Socket, target: URL, isPaused: boolean) {
    this.#fromNode = fromNode;
    this.#toServer = connect(Number(target.port || 5432), target.hostname);
    this.#isPaused = isPaused;
    this.#forward(fromNode, this.#toServer);
    this.#forward(this.#toServer, fromNode);
    if (isPaused) this.pause();
    else this.resume();
  }

  /** Forwards by hand, since a pipe would go on by itself even if it was paused. */
  #forward(from: Socket, to: Socket): void {
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      if (!to.write(bytes)) from.pause();
    });
    to.on('drain', () => {
      if (!this.#isPaused) from.resume();
    });
    // Neither event comes while the connection is paused: bytes that were sent before it are read first.
    from.on('end', () => to.end());
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => to.destroySoon());
  }

  pause(): void {
    this.#isPaused = true;
    this.#fromNode.pause();
    this.#toServer.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#fromNode.resume();
    this.#toServer.resume();
  }

  cut(): void {
    this.#fromNode.resetAndDestroy();
    this.#toServer.resetAndDestroy();
  }
}
