import { setTimeout as sleep } from 'node:timers/promises';
import { databaseBack } from './database-back.ts';
import { diskOf } from './disk-of.ts';
import type { Fault } from './fault.ts';

/** The database's disk has no room for a while. */
export const fullDisk: Fault = {
  name: 'the disk is full',
  stores: ['sqlite', 'postgres'],
  needs: ['fuse'],
  features: ['disk'],
  async strike(world, random) {
    const disk = diskOf(world);
    const milliseconds = 500 + random.below(2500);
    await disk.fill();
    await sleep(milliseconds);
    await disk.free();
    await databaseBack(world);
    return `for ${milliseconds} ms`;
  },
};
