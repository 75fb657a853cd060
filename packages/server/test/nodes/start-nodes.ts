import { inject } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../postgres/database-proxy.ts';
import { createDatabase } from '../postgres/databases.ts';
import { type ServerOptions, startServer, type TestServer, Visitor } from '../start-server.ts';

export type Three<Item> = [Item, Item, Item];

/** Three nodes on one fresh database, each with a network connection of its own to it. `await using` ends them all. */
export interface Nodes extends AsyncDisposable {
  nodes: Three<TestServer>;
  /** The proxies between each node and the database, in the order of the nodes. */
  proxies: Three<DatabaseProxy>;
  /** The database's URL past every proxy. */
  databaseUrl: string;
}

export async function startNodes(
  options: Pick<ServerOptions, 'environment' | 'clock' | 'streamCheckMs'> = {},
): Promise<Nodes> {
  await using started = new AsyncDisposableStack();
  const { url: databaseUrl } = started.use(await createDatabase(inject('postgres')));
  async function startNode(): Promise<[TestServer, DatabaseProxy]> {
    const proxy = started.use(await startDatabaseProxy(databaseUrl));
    return [started.use(await startServer({ ...options, databaseUrl: proxy.url })), proxy];
  }
  const [a, b, c] = [await startNode(), await startNode(), await startNode()];
  const all = started.move();
  return {
    nodes: [a[0], b[0], c[0]],
    proxies: [a[1], b[1], c[1]],
    databaseUrl,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The same visitor, with the same credential, at another node. */
export function at(node: Pick<TestServer, 'url'>, { cookie, key }: Visitor): Visitor {
  return new Visitor(node, {
    ...(cookie === undefined ? {} : { cookie }),
    ...(key === undefined ? {} : { key }),
  });
}

/** One of the nodes; the number wraps around, so that many calls are spread over all nodes. */
export function inTurn<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('there is nothing to take turns');
  return item;
}
