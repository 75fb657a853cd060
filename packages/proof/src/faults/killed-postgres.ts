import { setTimeout as sleep } from 'node:timers/promises';
import { durationMs, postgresOf, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/** All processes of PostgreSQL end at one moment. It recovers from its log when it starts. */
export const killedPostgres: Fault = {
  name: 'PostgreSQL is killed',
  stores: ['postgres'],
  needs: [],
  features: [],
  async strike(world, random) {
    const postgres = postgresOf(world);
    const downMs = durationMs(random, 20, 4000);
    await postgres.kill();
    await sleep(downMs);
    await postgres.start();
    return `killed PostgreSQL, started after ${seconds(downMs)}`;
  },
};

/** PostgreSQL ends in order, as for an update: it ends its connections first. */
export const stoppedPostgres: Fault = {
  name: 'PostgreSQL is stopped and started',
  stores: ['postgres'],
  needs: [],
  features: [],
  async strike(world, random) {
    const postgres = postgresOf(world);
    const downMs = durationMs(random, 20, 4000);
    await postgres.stop();
    await sleep(downMs);
    await postgres.start();
    return `stopped PostgreSQL, started after ${seconds(downMs)}`;
  },
};
