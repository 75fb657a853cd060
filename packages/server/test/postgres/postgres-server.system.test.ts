import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { startPostgres } from './postgres-server.ts';
import { descendantsOf, isRunning } from './process-tree.ts';

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
