import { databaseBack } from './database-back.ts';
import { diskOf } from './disk-of.ts';
import type { Fault } from './fault.ts';

/** A sync fails, once: what it should have brought to the disk never gets there, although it can be read until the power fails. */
export const failedSync: Fault = {
  name: 'a sync fails',
  stores: ['sqlite', 'postgres'],
  needs: ['fuse'],
  features: ['disk'],
  async strike(world) {
    const file = await diskOf(world).failNextSync();
    await databaseBack(world);
    return `of ${file}`;
  },
};
