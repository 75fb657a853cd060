import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabaseProxy } from '../../../server/test/postgres/database-proxy.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import {
  type PostgresServer,
  startPostgres,
} from '../../../server/test/postgres/postgres-server.ts';
import { testSecretsKey } from '../../../server/test/secrets-key.ts';
import type { Feature } from '../faults/fault.ts';
import { ServiceNode } from './node.ts';
import { NodeClock } from './node-clock.ts';

export type Store = 'sqlite' | 'postgres';

/** A service that clients use and faults strike: one node on an SQLite file, or several on a PostgreSQL of their own. */
export interface World extends AsyncDisposable {
  store: Store;
  nodes: readonly ServiceNode[];
  /** The SQLite file. */
  file?: string;
  /** The server that the nodes use now. */
  postgres?: PostgresServer;
}

export interface WorldOptions {
  store: Store;
  /** How many nodes on PostgreSQL. */
  nodes?: number;
  features?: readonly Feature[];
}

/** Nothing expires, no limit refuses, and failures alone are logged. */
const environment = {
  HOOKWELL_PLANS: '{"free":{"endpoints":1000,"requestsPerEndpoint":1000000,"bytes":1000000000000}}',
  HOOKWELL_AUTH_RATE_LIMIT: '0',
  HOOKWELL_LOG_LEVEL: 'warn',
  HOOKWELL_STREAMS_PER_ACCOUNT: '1000',
};

/** What is acknowledged must survive the end of the machine, too. */
const flushing = { fsync: 'on', full_page_writes: 'on' };

/** Starts a service with a database of its own; `await using` ends it and removes everything. */
export async function startWorld({
  store,
  nodes = 3,
  features = [],
}: WorldOptions): Promise<World> {
  await using started = new AsyncDisposableStack();
  const unknown = features.filter((feature) => feature !== 'clocks');
  if (unknown.length > 0) throw new Error(`no world has ${unknown.join(', ')} yet`);
  const makeClock = () => (features.includes('clocks') ? new NodeClock() : undefined);
  const world =
    store === 'sqlite'
      ? await onSqlite(started, makeClock)
      : await onPostgres(started, makeClock, nodes);
  await Promise.all(world.nodes.map((node) => node.start()));
  const all = started.move();
  return { ...world, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

type MakeClock = () => NodeClock | undefined;

async function onSqlite(
  started: AsyncDisposableStack,
  makeClock: MakeClock,
): Promise<Omit<World, keyof AsyncDisposable>> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-proof-'));
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'hookwell.db');
  const own = { ...environment, HOOKWELL_DATABASE_URL: `sqlite:${file}` };
  const node = started.use(new ServiceNode(0, await freePort(), own, undefined, makeClock()));
  return { store: 'sqlite', file, nodes: [node] };
}

async function onPostgres(
  started: AsyncDisposableStack,
  makeClock: MakeClock,
  count: number,
): Promise<Omit<World, keyof AsyncDisposable>> {
  const postgres = started.use(await startPostgres(flushing));
  const nodes: ServiceNode[] = [];
  for (let number = 0; number < count; number += 1) {
    const proxy = await startDatabaseProxy(postgres.url);
    const own = {
      ...environment,
      HOOKWELL_DATABASE_URL: proxy.url,
      HOOKWELL_SECRETS_KEY: testSecretsKey,
    };
    nodes.push(started.use(new ServiceNode(number, await freePort(), own, proxy, makeClock())));
  }
  return { store: 'postgres', postgres, nodes };
}
