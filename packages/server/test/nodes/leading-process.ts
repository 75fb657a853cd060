/**
 * A process of its own that opens the database at a URL as a server does, and prints `leads` or `follows` whenever
 * that changes. `leading-process.ts <url> <milliseconds that a leader leads without a sign of life>`. Ends with its
 * standard input.
 */
import { pino } from 'pino';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';

const [url = '', leaderLeaseMs = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const store = await openPostgresStore({
  url,
  log,
  role: 'server',
  leaderLeaseMs: Number(leaderLeaseMs),
});
process.stdin.on('end', () => process.exit(0)).resume();

let before: boolean | undefined;
setInterval(() => {
  store.isLeader().then(
    (leads) => {
      if (leads !== before) process.stdout.write(leads ? 'leads\n' : 'follows\n');
      before = leads;
    },
    () => undefined,
  );
}, 100);
