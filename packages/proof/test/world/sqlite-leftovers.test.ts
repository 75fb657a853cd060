import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { isRunning } from '../../../server/test/postgres/process-tree.ts';

test('nothing of a world outlives a process that is killed, not even a node that stands still', async () => {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'hold-world.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(holder.stdout, 'data');
  const { pid, paths }: { pid: number; paths: string[] } = JSON.parse(String(line));
  expect([isRunning(pid), ...paths.map(existsSync)]).toEqual([true, true, true]);
  holder.kill('SIGKILL');
  await eventually(() => !isRunning(pid) && !paths.some(existsSync));
});
