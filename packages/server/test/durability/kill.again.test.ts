import { expect, test } from 'vitest';
import { freshDatabase } from '../fresh-database.ts';
import { startProcess } from '../server-process.ts';
import { Visitor } from '../start-server.ts';
import { environment, expectKillsToLoseNothing } from './kill-rounds.ts';

test('after kill -9 under load every acknowledged capture is there, byte for byte', async () => {
  await expectKillsToLoseNothing(1, 0);
});

test('a stop by signal answers accepted requests and exits 0', async () => {
  await using database = await freshDatabase();
  const databaseUrl = database.url;
  await using server = await startProcess({ databaseUrl, environment });
  const visitor = new Visitor(server);
  await visitor.ask(201, 'POST', '/api/auth/guest');
  const token = await visitor.endpoint();
  const stream = await visitor.call('GET', '/api/sse');
  const sends = Array.from({ length: 50 }, async () => {
    try {
      const response = await fetch(`${server.url}/wh/${token}`, { method: 'POST', body: 'x' });
      return response.status;
    } catch {
      return 'refused';
    }
  });
  // One answer shows that the others are under way.
  expect(await Promise.race(sends)).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  for (const status of await Promise.all(sends)) expect([200, 'refused']).toContain(status);
  await stream.text();
});
