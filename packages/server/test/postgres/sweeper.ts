/**
 * A process of its own, started by `shared-server.ts`. When its channel closes, it drops the databases
 * that a test run has left on a server that the tests did not start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './connect.ts';
import { dropDatabase } from './databases.ts';
import type { SharedServer } from './shared-server.ts';

// The JSON was written by shared-server.ts.
const { url, prefix }: SharedServer = JSON.parse(process.argv[2] ?? '');
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) process.once(event, sweep);
process.send?.('ready');

async function sweep(): Promise<void> {
  // Workers that were killed with the run may have created one more database.
  await sleep(1000);
  const left = await query(url, 'select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ]);
  for (const { datname } of left) await dropDatabase(url, String(datname));
  process.exit(0);
}
