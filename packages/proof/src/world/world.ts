import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from '../../../server/test/postgres/database-proxy.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import {
  type PostgresServer,
  startPostgres,
} from '../../../server/test/postgres/postgres-server.ts';
import { testSecretsKey } from '../../../server/test/secrets-key.ts';
import { Leftovers } from './leftovers.ts';
import { ServiceNode } from './node.ts';
import { NodeClock } from './node-clock.ts';
import { Standby } from './standby.ts';

export type Store = 'sqlite' | 'postgres';

/** How a world has to be made for a fault. */
export type Feature =
  /** Its nodes have clocks that can be set. */
  | 'clocks'
  /** Its PostgreSQL has a standby. */
  | 'standby';

/** A service that clients use and faults strike: one node on an SQLite file, or several on a PostgreSQL of their own. */
export interface World extends AsyncDisposable {
  store: Store;
  nodes: readonly ServiceNode[];
  /** The SQLite file. */
  file?: string;
  /** The server that the nodes use now. */
  postgres?: PostgresServer;
  /** What follows that server, with the feature `standby`. */
  standby?: Standby;
}

export interface WorldOptions {
  store: Store;
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

const nodesOnPostgres = 3;

/** Starts a service with a database of its own; `await using` ends it and removes everything. */
export async function startWorld(options: WorldOptions): Promise<World> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryWorld(options);
    } catch (error) {
      // Another process may have taken a port meanwhile.
      if (attempt === 5 || !String(error).includes('must be a free port')) throw error;
    }
  }
}

async function tryWorld({ store, features = [] }: WorldOptions): Promise<World> {
  await using started = new AsyncDisposableStack();
  const leftovers = started.use(await Leftovers.start());
  const making = { started, leftovers, hasClocks: features.includes('clocks') };
  const world = store === 'sqlite' ? await onSqlite(making) : await onPostgres(making);
  const standby =
    world.postgres !== undefined && features.includes('standby')
      ? started.use(await Standby.start(world.postgres))
      : undefined;
  await Promise.all(world.nodes.map((node) => node.start()));
  const all = started.move();
  return {
    ...world,
    ...(standby && { standby }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

interface Making {
  started: AsyncDisposableStack;
  leftovers: Leftovers;
  hasClocks: boolean;
}

async function onSqlite(making: Making): Promise<Omit<World, keyof AsyncDisposable>> {
  const file = join(temporaryFolder(making), 'hookwell.db');
  const own = { ...environment, HOOKWELL_DATABASE_URL: `sqlite:${file}` };
  const node = await makeNode(making, 0, own, undefined);
  return { store: 'sqlite', file, nodes: [node] };
}

function temporaryFolder({ started, leftovers }: Making): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-proof-'));
  leftovers.note({ kind: 'folder', path: folder });
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function onPostgres(making: Making): Promise<Omit<World, keyof AsyncDisposable>> {
  const postgres = making.started.use(await startPostgres(flushing));
  const nodes: ServiceNode[] = [];
  for (let number = 0; number < nodesOnPostgres; number += 1) {
    const proxy = await startDatabaseProxy(postgres.url);
    const own = {
      ...environment,
      HOOKWELL_DATABASE_URL: proxy.url,
      HOOKWELL_SECRETS_KEY: testSecretsKey,
    };
    nodes.push(await makeNode(making, number, own, proxy));
  }
  return { store: 'postgres', postgres, nodes };
}

async function makeNode(
  { started, leftovers, hasClocks }: Making,
  number: number,
  environment: Record<string, string>,
  proxy: DatabaseProxy | undefined,
): Promise<ServiceNode> {
  const clock = hasClocks ? new NodeClock() : undefined;
  if (clock !== undefined) leftovers.note({ kind: 'folder', path: clock.folder });
  const port = await freePort();
  return started.use(new ServiceNode(number, port, environment, proxy, clock, leftovers));
}
