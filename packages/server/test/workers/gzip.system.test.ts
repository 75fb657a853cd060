import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { TaskEnded, WorkerPool } from '../../src/workers/pool.ts';
import type { BusyTasks } from './busy-tasks.ts';

const ends = 1000;

test('the process lives while a thousand threads are ended beside what decompresses', async () => {
  const address = new URL('./busy-tasks.ts', import.meta.url);
  const pool = new WorkerPool<BusyTasks>({ error: () => {} }, address);
  const compressed = gzipSync(Buffer.alloc(1024 * 1024));
  let isOver = false;
  const decompress = async (): Promise<void> => {
    while (!isOver) await promisify(gunzip)(compressed);
  };
  const decompressing = [decompress(), decompress()];
  const prepare = () => ({ ask: { busyMs: 1e9 } });
  const end = async (tenant: number): Promise<void> => {
    for (let ended = 0; ended < ends / 2; ended += 1) {
      const endless = pool.run('work', prepare, { tenant, timeoutMs: 1, waitMs: 60_000 });
      await expect(endless).rejects.toThrow(TaskEnded);
    }
  };
  await Promise.all([end(1), end(2)]);
  isOver = true;
  await Promise.all(decompressing);
  await pool.close();
}, 180_000);
