import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../../../server/test/postgres/postgres-server.ts';
import { durationMs, postgresOf, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/** All processes of PostgreSQL end at one moment. It recovers from its log when it starts. */
export const killedPostgres = downFor('PostgreSQL is killed', 'killed', (postgres) =>
  postgres.kill(),
);

/** PostgreSQL ends in order, as for an update: it ends its connections first. */
export const stoppedPostgres = downFor('PostgreSQL is stopped and started', 'stopped', (postgres) =>
  postgres.stop(),
);

/** PostgreSQL ends in this way, and starts after a while. */
function downFor(
  name: string,
  word: string,
  end: (postgres: PostgresServer) => Promise<void>,
): Fault {
  return {
    name,
    stores: ['postgres'],
    features: [],
    async strike(world, random) {
      const postgres = postgresOf(world);
      const downMs = durationMs(random, 20, 4000);
      await end(postgres);
      await sleep(downMs);
      await postgres.start();
      return `${word} PostgreSQL, started after ${seconds(downMs)}`;
    },
  };
}
