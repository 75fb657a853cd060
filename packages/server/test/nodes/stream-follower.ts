import { randomInt } from 'node:crypto';
import { openStream, type StreamClient } from '../live/stream-client.ts';
import type { TestServer, Visitor } from '../start-server.ts';
import { at, inTurn } from './start-nodes.ts';

/** Opens the stream of the visitor's account at the visitor's node. */
export function watch(visitor: Visitor, query = ''): Promise<StreamClient> {
  return openStream(`${visitor.server.url}/api/sse?${query}`, {
    ...(visitor.cookie === undefined ? {} : { cookie: visitor.cookie }),
    ...(visitor.key === undefined ? {} : { authorization: `Bearer ${visitor.key}` }),
  });
}

/** A client that wants everything: whenever its stream ends it resumes with `after`, at any of the nodes. */
export class StreamFollower implements AsyncDisposable {
  /** One entry for each connection that was answered 200. */
  readonly connections: StreamClient[] = [];
  /** The statuses of all other connections. */
  readonly refusals: number[] = [];
  readonly #nodes: readonly Pick<TestServer, 'url'>[];
  readonly #visitor: Visitor;
  readonly #query: string;
  readonly #ended: Promise<void>;
  #stopped = false;

  /** `query` narrows the stream, for example `endpoint=…`; empty for the whole account. */
  constructor(nodes: readonly Pick<TestServer, 'url'>[], visitor: Visitor, query: string) {
    this.#nodes = nodes;
    this.#visitor = visitor;
    this.#query = query;
    this.#ended = this.#follow();
  }

  /** The ids in the order in which they came, over all connections: an id that came twice is in here twice. */
  get ids(): number[] {
    return this.connections.flatMap(({ ids }) => ids);
  }

  /** Disconnects, and comes back at once. */
  disconnect(): void {
    this.connections.at(-1)?.[Symbol.dispose]();
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      const node = inTurn(this.#nodes, randomInt(this.#nodes.length));
      const after = this.ids.at(-1) ?? 0;
      const client = await watch(at(node, this.#visitor), `after=${after}&${this.#query}`);
      const { statusCode } = client.response;
      if (statusCode === 200) this.connections.push(client);
      else this.refusals.push(statusCode ?? 0);
      if (this.#stopped) client[Symbol.dispose]();
      if (client.ended === 'no') {
        await new Promise((resolve) => client.response.once('close', resolve));
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.disconnect();
    await this.#ended;
  }
}
