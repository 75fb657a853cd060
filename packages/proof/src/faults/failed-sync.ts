import { setTimeout as sleep } from 'node:timers/promises';
import { databaseBack } from './database-back.ts';
import { diskOf } from './disk-of.ts';
import type { Fault } from './fault.ts';

/** Clients are at work meanwhile: each acknowledgement has a sync before it. */
const syncWithinMs = 30_000;

/** A sync fails, once: what it should have brought to the disk never gets there, although it can be read until the power fails. */
export const failedSync: Fault = {
  name: 'a sync fails',
  stores: ['sqlite', 'postgres'],
  needs: ['fuse'],
  features: ['disk'],
  async strike(world) {
    const noSync = sleep(syncWithinMs, undefined, { ref: false }).then(() => {
      throw new Error('nothing was synced for half a minute, though clients were at work');
    });
    const file = await Promise.race([diskOf(world).failNextSync(), noSync]);
    await databaseBack(world);
    return `of ${file}`;
  },
};
