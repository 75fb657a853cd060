import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from '../../packages/server/test/postgres/database-proxy.ts';
import { freePort } from '../../packages/server/test/postgres/free-port.ts';
import {
  type PostgresServer,
  startPostgres,
} from '../../packages/server/test/postgres/postgres-server.ts';
import { type ServerProcess, startProcess } from '../../packages/server/test/server-process.ts';

/** Nothing expires, no limit refuses, and only failures are logged. */
const environment = {
  HOOKWELL_PLANS: '{"free":{"endpoints":10,"requestsPerEndpoint":1000000,"bytes":1000000000000}}',
  HOOKWELL_AUTH_RATE_LIMIT: '0',
  HOOKWELL_LOG_LEVEL: 'warn',
  HOOKWELL_STREAMS_PER_ACCOUNT: '1000',
};

/** A service that clients use and faults strike: one node on an SQLite file, or some on a PostgreSQL of their own. */
export interface World extends AsyncDisposable {
  nodes: readonly ServiceNode[];
  /** Undefined on SQLite. */
  postgres: PostgresServer | undefined;
}

/** A node of the service: a process that can be killed, frozen and started again at the same address. */
export class ServiceNode implements AsyncDisposable {
  readonly number: number;
  readonly url: string;
  /** Its network to PostgreSQL. */
  readonly proxy: DatabaseProxy | undefined;
  readonly #start: () => Promise<ServerProcess>;
  #process: ServerProcess | undefined;
  #errors = '';

  constructor(number: number, port: number, database: string | DatabaseProxy) {
    this.number = number;
    this.url = `http://127.0.0.1:${port}`;
    this.proxy = typeof database === 'string' ? undefined : database;
    this.#start = () =>
      startProcess({
        databaseUrl: typeof database === 'string' ? database : database.url,
        environment: { ...environment, HOOKWELL_PORT: String(port) },
      });
  }

  /** What it wrote to standard error, over all its starts. */
  get standardError(): string {
    return this.#errors + (this.#process?.standardError() ?? '');
  }

  async start(): Promise<void> {
    this.#process = await this.#start();
  }

  /** Sends the signal and waits for the end. Returns the exit code; null after SIGKILL. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ended = this.#process;
    if (ended === undefined) return null;
    const code = await ended.end(signal);
    this.#errors = this.standardError;
    this.#process = undefined;
    return code;
  }

  /** Stops it where it is, with its connections open, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#process !== undefined) process.kill(this.#process.pid, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
  }
}

export interface WorldOptions {
  store: 'sqlite' | 'postgres';
  /** The number of nodes on PostgreSQL. */
  nodes: number;
}

/** Starts a service with a database of its own. `await using` ends it and removes everything. */
export async function startWorld({ store, nodes: count }: WorldOptions): Promise<World> {
  await using started = new AsyncDisposableStack();
  const nodes: ServiceNode[] = [];
  let postgres: PostgresServer | undefined;
  if (store === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'hookwell-torture-'));
    started.defer(() => rmSync(folder, { recursive: true, force: true }));
    const url = `sqlite:${join(folder, 'hookwell.db')}`;
    nodes.push(started.use(new ServiceNode(0, await freePort(), url)));
  } else {
    // What is acknowledged must survive the end of PostgreSQL, too.
    postgres = started.use(await startPostgres({ fsync: 'on', full_page_writes: 'on' }));
    for (let number = 0; number < count; number += 1) {
      const proxy = started.use(await startDatabaseProxy(postgres.url));
      nodes.push(started.use(new ServiceNode(number, await freePort(), proxy)));
    }
  }
  await Promise.all(nodes.map((node) => node.start()));
  const all = started.move();
  return { nodes, postgres, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
