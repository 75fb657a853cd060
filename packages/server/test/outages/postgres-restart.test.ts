import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { startProcess } from '../server-process.ts';
import { startGuest } from '../start-server.ts';
import { expectUnavailable, isReady } from './away.ts';
import { Follower } from './follower.ts';
import { environment, expectAllStored, expectPlainAnswers, Load } from './load.ts';

test('a node outlives a crash of PostgreSQL under load', async () => {
  await using postgres = await startPostgres();
  await using node = await startProcess({ databaseUrl: postgres.url, environment });
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  await using follower = new Follower(visitor);
  const load = new Load(node, token);

  await load.more(200);
  await postgres.kill();
  await load.more(503, 20);
  await expectUnavailable(visitor);
  await postgres.start();
  await load.more(200);
  await eventually(() => isReady(visitor));
  await visitor.ask(200, 'GET', '/api/requests?limit=1');

  const answers = await load.stop();
  expectPlainAnswers(answers);
  await expectAllStored(postgres.url, answers);
  await follower.hasAllOf(postgres.url);
  // The same process goes on; the log has the reason of its refusals.
  expect(node.standardError()).toMatch(/Captures cannot be stored/);
  expect(node.standardError()).toMatch(/ECONNREFUSED/);
  expect(await node.end('SIGTERM')).toBe(0);
});
