import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way of bytes: `toDatabase` is what the node sends, `toNode` what the database answers. */
export type Direction = 'toDatabase' | 'toNode';

const bothDirections: readonly Direction[] = ['toDatabase', 'toNode'];

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
  /**
   * Cuts each connection with this probability, 0 to 1; gives the number of connections that it cut.
   * @param random gives numbers from 0 to below 1
   */
  cutSome(share: number, random?: () => number): number;
  /** Holds back every byte in these directions from now on and closes nothing: new connections hang too. */
  pause(directions?: readonly Direction[]): void;
  /** The directions in which everything is held back now. */
  held: readonly Direction[];
  /** Lets everything through that was held back. */
  resume(): void;
  /**
   * From now on the next thing that the database answers on a connection is lost, and the connection cut with it: what was asked is
   * done, and the node does not know. Lasts until it is told to stop.
   */
  loseAnswers(): LosingAnswers;
  /** Sends new connections to this server; the others stay where they are. */
  retarget(url: string): void;
}

export interface LosingAnswers {
  /** The number of answers that were lost, each with its connection. */
  lost: number;
  stop(): void;
}

export async function startDatabaseProxy(targetUrl: string): Promise<DatabaseProxy> {
  let target = new URL(targetUrl);
  let held: readonly Direction[] = [];
  let losing: LosingAnswers | undefined;
  const links = new Set<Link>();
  const server = createServer({ pauseOnConnect: true }, (fromNode) => {
    const link = new Link(fromNode, target, held, () => {
      if (losing === undefined) return false;
      losing.lost += 1;
      return true;
    });
    links.add(link);
    fromNode.once('close', () => links.delete(link));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${port}`;

  function cutSome(share: number, random = Math.random): number {
    const chosen = [...links].filter(() => random() < share);
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
    get held() {
      return held;
    },
    pause(directions = bothDirections) {
      held = directions;
      for (const link of links) link.hold(held);
    },
    resume() {
      held = [];
      for (const link of links) link.hold(held);
    },
    loseAnswers() {
      losing = {
        lost: 0,
        stop: () => {
          losing = undefined;
        },
      };
      return losing;
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
  readonly #losesAnswer: () => boolean;
  #held: readonly Direction[];

  /** @param losesAnswer whether an answer that has come is lost, with the connection */
  constructor(
    fromNode: Socket,
    target: URL,
    held: readonly Direction[],
    losesAnswer: () => boolean,
  ) {
    this.#fromNode = fromNode;
    this.#toServer = connect(Number(target.port || 5432), target.hostname);
    this.#losesAnswer = losesAnswer;
    this.#held = held;
    this.#forward('toDatabase', fromNode, this.#toServer);
    this.#forward('toNode', this.#toServer, fromNode);
    this.hold(held);
  }

  /** Forwards by hand, since a pipe would go on by itself even if it was paused. */
  #forward(direction: Direction, from: Socket, to: Socket): void {
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      if (direction === 'toNode' && this.#losesAnswer()) return this.cut();
      if (!to.write(bytes)) from.pause();
    });
    to.on('drain', () => {
      if (!this.#held.includes(direction)) from.resume();
    });
    // Neither event comes while the connection is paused: bytes that were sent before it are read first.
    from.on('end', () => to.end());
    from.on('error', () => reset(to));
    from.on('close', () => to.destroySoon());
  }

  /** Holds back what goes in these directions, and nothing else. */
  hold(directions: readonly Direction[]): void {
    this.#held = directions;
    if (directions.includes('toDatabase')) this.#fromNode.pause();
    else this.#fromNode.resume();
    if (directions.includes('toNode')) this.#toServer.pause();
    else this.#toServer.resume();
  }

  cut(): void {
    reset(this.#fromNode);
    reset(this.#toServer);
  }
}

/** Node keeps the handle of a socket for ever that is to be reset while its end is still to be sent. */
function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}
