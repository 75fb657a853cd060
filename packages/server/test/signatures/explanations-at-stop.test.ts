import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshDatabase } from '../fresh-database.ts';
import { endpointWith } from '../replies/settings.ts';
import { startProcess } from '../server-process.ts';
import { startGuest, startServer, Visitor } from '../start-server.ts';
import {
  burst,
  environment,
  explained,
  isPending,
  known,
  reasons,
  settings,
} from './failing-bursts.ts';

test.concurrent.each(['SIGTERM', 'SIGKILL'] as const)(
  'nothing is being looked into after a stop, nor 15 seconds after a crash: %s',
  async (signal) => {
    await using database = await freshDatabase();
    const options = { databaseUrl: database.url, environment };
    await using server = await startProcess(options);
    const guest = await startGuest(server);
    const token = await endpointWith(guest, settings);
    expect(await burst(server, token, 300)).toEqual(new Set([200]));
    const sentAt = Date.now();
    expect((await reasons(guest, token)).filter(isPending).length).toBeGreaterThan(100);
    await server.end(signal);
    await using next = await startServer(options);
    const visitor = new Visitor(next, { cookie: guest.cookie ?? '' });
    if (signal === 'SIGKILL') await sleep(sentAt + 15_000 - Date.now());
    const left = await reasons(visitor, token);
    expect(left).toHaveLength(300);
    const why =
      signal === 'SIGTERM' ? 'the service stops, or it failed.' : 'the service stopped meanwhile.';
    const lost = `${known} The cause was not looked for: ${why}`;
    expect(left.filter((reason) => reason === lost).length).toBeGreaterThan(100);
    for (const reason of left) expect([...explained, lost]).toContain(reason);
  },
);
