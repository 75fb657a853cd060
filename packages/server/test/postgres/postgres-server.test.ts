import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { connect, query } from './connect.ts';
import { createDatabase } from './databases.ts';
import { type PostgresServer, startPostgres, startStandby } from './postgres-server.ts';
import { descendantsOf, isRunning } from './process-tree.ts';
import { startSharedServer } from './shared-server.ts';

describe('a PostgreSQL server for tests', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ work_mem: '5MB' });
    await query(server.url, 'create table note (text text)');
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const note = (text: string) => query(server.url, 'insert into note values ($1)', [text]);
  const notes = async () =>
    (await query(server.url, 'select text from note order by text')).map(({ text }) => text);

  test('is on loopback alone, has the settings it was given, and asks for the password', async () => {
    const shown = await query(
      server.url,
      "select name, setting from pg_settings where name in ('listen_addresses', 'work_mem', 'fsync')",
    );
    expect(shown).toEqual([
      { name: 'fsync', setting: 'off' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'work_mem', setting: '5120' },
    ]);
    const wrong = server.url.replace(server.password, 'wrong');
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
    expect(statSync(server.directory).uid).not.toBe(0);
  });

  test('starts again where it was, after a stop and after SIGKILL, with all that was committed', async () => {
    const { port } = server;
    await note('before the stop');
    await server.stop();
    await expect(note('while it is stopped')).rejects.toThrow('ECONNREFUSED');
    await server.start();
    await note('before the kill');
    await using open = await connect(server.url);
    await open.query("begin; insert into note values ('not committed')");
    const all = [server.pid ?? 0, ...descendantsOf(server.pid ?? 0)];
    expect(all.length).toBeGreaterThan(4);
    await server.kill();
    expect(all.filter(isRunning)).toEqual([]);
    await expect(open.query('commit')).rejects.toThrow();
    await server.start();
    expect(server.log).toContain('automatic recovery in progress');
    expect(server.port).toBe(port);
    expect(await notes()).toEqual(['before the kill', 'before the stop']);
  });

  test('has a standby that follows, takes over, and keeps what was acknowledged', async () => {
    await server.set({ synchronous_standby_names: '' });
    await using standby = await startStandby(server, 'second');
    await server.set({ synchronous_standby_names: 'second' });
    await note('on both');
    await server.kill();
    await expect(query(standby.url, "insert into note values ('early')")).rejects.toThrow(
      'read-only transaction',
    );
    await standby.promote();
    // The promoted server waits for no standby: settings of the primary are not its own.
    await query(standby.url, "insert into note values ('on the new primary')");
    const kept = await query(
      standby.url,
      "select text from note where text like 'on %' order by 1",
    );
    expect(kept).toEqual([{ text: 'on both' }, { text: 'on the new primary' }]);
    await server.start();
    await server.set({ synchronous_standby_names: '' });
  });

  test('gives databases of their own, which are dropped even if connections are open', async () => {
    await using shared = await startSharedServer(server.url);
    const [one, other] = [await createDatabase(shared), await createDatabase(shared)];
    expect(one.url).not.toBe(other.url);
    await using user = await connect(one.url);
    await user.query('create table mine (id int)');
    expect(await query(other.url, "select to_regclass('mine') as mine")).toEqual([{ mine: null }]);
    await one[Symbol.asyncDispose]();
    await expect(user.query('select 1')).rejects.toThrow();
    await expect(query(one.url, 'select 1')).rejects.toThrow('does not exist');
    // The other database goes with the run.
    await shared[Symbol.asyncDispose]();
    await expect(query(other.url, 'select 1')).rejects.toThrow('does not exist');
  });

  test('loses its databases of a run that was killed', async () => {
    const { url } = await heldAndKilled([server.url]);
    await eventually(async () => {
      const name = new URL(url).pathname.slice(1);
      const rows = await query(server.url, 'select 1 from pg_database where datname = $1', [name]);
      return rows.length === 0;
    });
  });
});

test('two PostgreSQL servers at once are strangers, and nothing of them stays', async () => {
  const servers = await Promise.all([startPostgres(), startPostgres()]);
  expect(new Set(servers.map(({ port }) => port)).size).toBe(2);
  const processes = servers.flatMap(({ pid = 0 }) => [pid, ...descendantsOf(pid)]);
  await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  expect(processes.filter(isRunning)).toEqual([]);
  expect(servers.filter(({ directory }) => existsSync(dirname(directory)))).toEqual([]);
});

test('nothing of a PostgreSQL server stays when the process that had it is killed', async () => {
  const { pid, directory } = await heldAndKilled([]);
  await eventually(() => !isRunning(pid) && !existsSync(dirname(directory)));
});

test('the reason that keeps PostgreSQL from starting is told, and nothing stays', async () => {
  await expect(startPostgres({ shared_buffers: 'many' })).rejects.toThrow(
    'invalid value for parameter "shared_buffers"',
  );
});

/** The output of `hold-postgres.ts` before it was ended by SIGKILL. */
async function heldAndKilled(
  words: string[],
): Promise<{ pid: number; directory: string; url: string }> {
  const program = fileURLToPath(new URL('./hold-postgres.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGKILL');
  await ended;
  return JSON.parse(line);
}
