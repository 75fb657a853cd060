import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, binariesFor } from './binaries.ts';
import { copyForStandby, makeCluster, type Settings } from './cluster-files.ts';
import { query } from './connect.ts';
import { freePort } from './free-port.ts';
import { killTree } from './process-tree.ts';
import { type RunningProgram, SupervisedDirectory } from './supervised-directory.ts';

/** The longest time of a start, which may have to recover first. */
const startDeadlineMs = 60_000;

/** A PostgreSQL server with files of its own; `await using` ends it and removes them. */
export class PostgresServer implements AsyncDisposable {
  readonly #home: SupervisedDirectory;
  readonly #program: string;
  readonly password: string;
  #port = 0;
  #running: RunningProgram | undefined;

  constructor(home: SupervisedDirectory, program: string, password: string) {
    this.#home = home;
    this.#program = program;
    this.password = password;
  }

  /** The URL of its database `postgres`, as a superuser. */
  get url(): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.#port}/postgres`;
  }

  get port(): number {
    return this.#port;
  }

  /** The directory of its files. */
  get directory(): string {
    return join(this.#home.path, 'data');
  }

  /** The id of its first process, for signals; undefined while it is stopped. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** The text of its log so far. */
  get log(): string {
    return readFileSync(join(this.#home.path, 'server.log'), 'utf8');
  }

  /** Starts it, again at the port it had, and waits until it takes connections. */
  async start(): Promise<void> {
    if (this.#running !== undefined) throw new Error('PostgreSQL is running already');
    if (this.#port !== 0) return await this.#startAt(this.#port);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#startAt(await freePort());
      } catch (error) {
        // Another process may have taken the port meanwhile.
        if (attempt === 5 || !this.log.includes('could not bind')) throw error;
      }
    }
  }

  async #startAt(port: number): Promise<void> {
    const words = ['-D', this.directory, '-p', String(port)];
    const running = await this.#home.start(this.#program, words, {
      logFile: 'server.log',
      endSignal: 'SIGQUIT',
    });
    this.#port = port;
    this.#running = running;
    void running.ended.then(() => {
      this.#running = undefined;
    });
    const deadline = Date.now() + startDeadlineMs;
    for (;;) {
      try {
        await query(this.url, 'select 1');
        return;
      } catch (cause) {
        const isLate = Date.now() > deadline;
        if (this.#running === undefined || isLate) {
          const end = isLate ? 'nobody can connect' : `it ended with ${await running.ended}`;
          throw new Error(`PostgreSQL did not start, ${end}:\n${this.log.slice(-2000)}`, { cause });
        }
        await sleep(20);
      }
    }
  }

  /** Ends every connection and shuts it down in order. Does nothing when it is stopped. */
  async stop(): Promise<void> {
    if (this.#running === undefined) return;
    const { pid, ended } = this.#running;
    process.kill(pid, 'SIGINT');
    await ended;
  }

  /** Sends SIGKILL to each of its processes, as if the machine failed. */
  async kill(): Promise<void> {
    if (this.#running === undefined) return;
    const { pid, ended } = this.#running;
    await killTree(pid);
    await ended;
  }

  /** Changes settings that take effect while it runs, such as synchronous_standby_names. */
  async set(settings: Settings): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      await query(
        this.url,
        `alter system set ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)}`,
      );
    }
    await query(this.url, 'select pg_reload_conf()');
  }

  /** Promotes a standby to a server of its own, which takes writes. */
  async promote(): Promise<void> {
    await query(this.url, 'select pg_promote(true, 60)');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#home[Symbol.asyncDispose]();
  }
}

/**
 * Starts a new server. The settings take precedence over those that every test server has.
 * @param place a directory on another disk for its data
 */
export async function startPostgres(
  settings: Settings = {},
  place?: string,
): Promise<PostgresServer> {
  const password = randomBytes(12).toString('hex');
  return await startWith(password, settings, (home, { initdb }) =>
    makeCluster(home, { initdb, password, settings, place }),
  );
}

/**
 * Starts a standby, which follows the primary under the given name. The primary is stopped and started again for
 * it: the standby begins with a copy of its files.
 */
export async function startStandby(
  primary: PostgresServer,
  name: string,
  settings: Settings = {},
): Promise<PostgresServer> {
  await primary.stop();
  return await startWith(primary.password, settings, async (home) => {
    await copyForStandby(home, primary, name, settings);
    await primary.start();
  });
}

/** Starts a server with the files that `prepare` makes. */
async function startWith(
  password: string,
  settings: Settings,
  prepare: (home: SupervisedDirectory, binaries: Binaries) => Promise<void>,
): Promise<PostgresServer> {
  // Each database of a test is hundreds of files. What nobody flushes need not be on a disk.
  const lasting = settings.fsync === 'on' ? 'disk' : 'memory';
  const home = await SupervisedDirectory.make(lasting);
  try {
    const binaries = binariesFor(home.user, home.path);
    await prepare(home, binaries);
    const server = new PostgresServer(home, binaries.postgres, password);
    await server.start();
    return server;
  } catch (error) {
    await home[Symbol.asyncDispose]();
    throw error;
  }
}
