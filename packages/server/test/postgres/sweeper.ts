/**
 * A process of its own, started by `shared-server.ts`. When its channel closes, it drops the databases
 * that a test run has left on a server that is not ours.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './connect.ts';
import { dropDatabase } from './databases.ts';
import type { SharedServer } from './shared-server.ts';

// JSON that shared-server.ts wrote.
const { url, prefix }: SharedServer = JSON.parse(process.argv[2] ?? '');
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) process.once(event, sweep);
process.send?.('ready');

async function sweep(): Promise<void> {
  // Workers that were killed with the run may have had one more made.
  await sleep(1000);
  const left = await query(url, 'select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ]);
  for (const { datname } of left) await dropDatabase(url, String(datname));
  process.exit(0);
}
