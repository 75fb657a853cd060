import { expect, inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { startDatabaseProxy } from '../postgres/database-proxy.ts';
import { createDatabase } from '../postgres/databases.ts';
import { startProcess } from '../server-process.ts';
import { send, startGuest } from '../start-server.ts';
import { expectUnavailable, isReady } from './away.ts';
import { Follower } from './follower.ts';
import { environment, expectAllStored, expectPlainAnswers, Load } from './load.ts';

/** The longest wait for a database that does not answer. */
const longestMs = 30_000;
const body = Buffer.alloc(25 * 1024 * 1024);

test('a node outlives a network that swallows everything', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using proxy = await startDatabaseProxy(database.url);
  await using node = await startProcess({ databaseUrl: proxy.url, environment });
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  await using follower = new Follower(visitor);
  const load = new Load(node, token, 8);
  await load.more(200);

  proxy.pause();
  const sending = Array.from({ length: 12 }, () => send(node, token, { method: 'POST', body }));
  await Promise.all([expectUnavailable(visitor, longestMs), load.more(503, 8)]);
  const large = await Promise.all(sending);
  expect(large.map(({ status }) => status)).toEqual(large.map(() => 503));
  // The bodies do not fit into memory together: the last ones were refused for that alone.
  const overloaded = 'hookwell_captures_refused_total{reason="overloaded"}';
  expect(await figure(node.url, overloaded)).toBeGreaterThan(0);
  expect(await figure(node.url, 'hookwell_bodies_in_flight_bytes')).toBeLessThan(1024 * 1024);

  proxy.resume();
  await load.more(200);
  await eventually(() => isReady(visitor));
  const answers = await load.stop();
  expectPlainAnswers(answers, longestMs);
  await expectAllStored(database.url, answers);
  await follower.hasAllOf(database.url);
});

async function figure(url: string, name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const line = lines.find((text) => text.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}
