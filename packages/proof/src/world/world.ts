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
import { type Disk, startDisk } from '../disk/disk.ts';
import type { TreeOptions } from '../disk/files/tree.ts';
import { Leftovers } from './leftovers.ts';
import { ServiceNode } from './node.ts';
import { NodeClock } from './node-clock.ts';
import { Standby } from './standby.ts';

export type Store = 'sqlite' | 'postgres';

/** How a world has to be made for a fault. */
export type Feature =
  /** Its database is on a disk of ours. */
  | 'disk'
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
  /** What its database lies on, with the feature `disk`. */
  disk?: Disk;
}

export interface WorldOptions {
  store: Store;
  /** How many nodes on PostgreSQL. */
  nodes?: number;
  features?: readonly Feature[];
  /** Fills the database before there is any node: the SQLite file that it makes, or the empty PostgreSQL database of this URL. */
  prepare?: (place: string) => Promise<void>;
  /** The nodes are not started. */
  isDown?: true;
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

/** Checkpoints come every few seconds, and the disk is in memory. */
const smallLog = { max_wal_size: '64MB', min_wal_size: '32MB' };

/**
 * SQLite syncs directories itself. PostgreSQL leaves the names of new tables to the file system: on a disk where these need a sync of
 * their own it loses, in a power failure, tables that were made before its last checkpoint.
 */
const disks: Record<Store, TreeOptions> = {
  sqlite: { namesWith: 'directory' },
  postgres: { namesWith: 'any' },
};

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

async function tryWorld({
  store,
  nodes = 3,
  features = [],
  prepare,
  isDown,
}: WorldOptions): Promise<World> {
  await using started = new AsyncDisposableStack();
  const disk = features.includes('disk') ? started.use(await startDisk(disks[store])) : undefined;
  const leftovers = started.use(await Leftovers.start());
  const making = { started, leftovers, disk, hasClocks: features.includes('clocks') };
  const world = store === 'sqlite' ? await onSqlite(making) : await onPostgres(making, nodes);
  const standby =
    world.postgres !== undefined && features.includes('standby')
      ? started.use(await Standby.start(world.postgres))
      : undefined;
  await prepare?.(world.file ?? world.postgres?.url ?? '');
  if (!isDown) await Promise.all(world.nodes.map((node) => node.start()));
  const all = started.move();
  return {
    ...world,
    ...(disk && { disk }),
    ...(standby && { standby }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

interface Making {
  started: AsyncDisposableStack;
  leftovers: Leftovers;
  disk: Disk | undefined;
  hasClocks: boolean;
}

async function onSqlite(making: Making): Promise<Omit<World, keyof AsyncDisposable>> {
  const { disk } = making;
  // On a disk the server makes the folder, and has to see to it that its name lasts.
  const folder = disk === undefined ? temporaryFolder(making) : join(disk.path, 'data');
  const file = join(folder, 'hookwell.db');
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

async function onPostgres(
  making: Making,
  count: number,
): Promise<Omit<World, keyof AsyncDisposable>> {
  const { started, disk } = making;
  const settings = disk === undefined ? flushing : { ...flushing, ...smallLog };
  const postgres = started.use(await startPostgres(settings, disk?.path));
  const nodes: ServiceNode[] = [];
  for (let number = 0; number < count; number += 1) {
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
  return started.use(
    new ServiceNode(number, port, environment, proxy, clock, undefined, leftovers),
  );
}
