import { setTimeout as sleep } from 'node:timers/promises';
import { diskOf } from './disk-of.ts';
import type { Fault } from './fault.ts';

/** The database's disk takes its time for each write and each sync. */
export const slowDisk: Fault = {
  name: 'the disk is slow',
  stores: ['sqlite', 'postgres'],
  needs: ['fuse'],
  features: ['disk'],
  async strike(world, random) {
    const disk = diskOf(world);
    const delay = random.pick([5, 30, 200]);
    const milliseconds = 500 + random.below(2500);
    await disk.slowDown(delay);
    await sleep(milliseconds);
    await disk.slowDown(0);
    return `${delay} ms for each write and each sync, for ${milliseconds} ms`;
  },
};
