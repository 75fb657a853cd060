import { setTimeout as sleep } from 'node:timers/promises';
import { freezeTree } from '../../../server/test/postgres/process-tree.ts';
import { durationMs, missing, postgresOf, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/** All processes of PostgreSQL stand still. Connections stay, and what nodes ask meanwhile is done later, or never. */
export const frozenPostgres: Fault = {
  name: 'PostgreSQL stands still',
  stores: ['postgres'],
  features: [],
  async strike(world, random) {
    const { pid = missing('a running PostgreSQL') } = postgresOf(world);
    const frozenMs = durationMs(random, 100, 8000);
    const thaw = freezeTree(pid);
    await sleep(frozenMs);
    thaw();
    return `PostgreSQL stood still for ${seconds(frozenMs)}`;
  },
};
