import { expect, test } from 'vitest';
import { freshDatabase } from '../fresh-database.ts';
import { endpointWith } from '../replies/settings.ts';
import { startProcess } from '../server-process.ts';
import { startGuest, startServer, Visitor } from '../start-server.ts';
import { burst, environment, explained, known, reasons, settings } from './failing-bursts.ts';

// What a crash leaves behind tells the same 15 seconds later: `finding.test.ts`.
test('nothing is being looked into after a stop', async () => {
  await using database = await freshDatabase();
  const options = { databaseUrl: database.url, environment };
  await using server = await startProcess(options);
  const guest = await startGuest(server);
  const token = await endpointWith(guest, settings);
  expect(await burst(server, token, 300)).toEqual(new Set([200]));
  await server.end('SIGTERM');
  await using next = await startServer(options);
  const visitor = new Visitor(next, { cookie: guest.cookie ?? '' });
  const left = await reasons(visitor, token);
  expect(left).toHaveLength(300);
  const lost = `${known} The cause was not looked for: the service stops, or it failed.`;
  // How many were looked into before the stop, the machine decides.
  for (const reason of left) expect([...explained, lost]).toContain(reason);
});
