import { expect, inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { startDatabaseProxy } from '../postgres/database-proxy.ts';
import { createDatabase } from '../postgres/databases.ts';
import { freePort } from '../postgres/free-port.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { send, startGuest } from '../start-server.ts';
import { Follower } from './follower.ts';
import { environment, expectAllStored, Load } from './load.ts';

/** Stops the node by SIGTERM; it must end by itself, without an error. */
async function expectStop(node: ServerProcess): Promise<void> {
  expect({ code: await node.end('SIGTERM'), log: node.standardError() }).toMatchObject({ code: 0 });
}

test('a stop under load answers accepted requests', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using node = await startProcess({ databaseUrl: database.url, environment });
  const visitor = await startGuest(node);
  const load = new Load(node, await visitor.endpoint());
  await using _follower = new Follower(visitor);
  await load.more(200, 500);
  await expectStop(node);
  const answers = await load.stop();
  // 0 means that the connection was refused, or had ended before the request came.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 0]));
  await expectAllStored(database.url, answers);
  // Every stored capture is one that its sender knows of.
  const [row] = await query(database.url, 'select count(*)::int as count from captured_request');
  expect(row).toEqual({ count: answers.filter(({ status }) => status === 200).length });
});

test.concurrent('a stop while PostgreSQL is away refuses accepted requests', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using proxy = await startDatabaseProxy(database.url);
  await using node = await startProcess({ databaseUrl: proxy.url, environment });
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  expect((await send(node, token)).status).toBe(200);
  proxy.retarget(`postgres://127.0.0.1:${await freePort()}/`);
  proxy.cutAll();
  await eventually(() => proxy.connections === 0);
  const waiting = Array.from({ length: 10 }, () => send(node, token));
  await expectUnderWay(node, 10);
  await expectStop(node);
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 503));
});

test.concurrent('a stop while the network swallows everything ends all the same', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using proxy = await startDatabaseProxy(database.url);
  await using node = await startProcess({ databaseUrl: proxy.url, environment });
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  expect((await send(node, token)).status).toBe(200);
  await using _follower = new Follower(visitor);
  proxy.pause();
  const swallowed = send(node, token).catch(() => undefined);
  await expectUnderWay(node, 1);
  expect(await node.end('SIGTERM')).toBe(0);
  expect((await swallowed)?.status).toBe(503);
  proxy.resume();
});

/** Waits until the node has this number of requests in hand. */
async function expectUnderWay(node: ServerProcess, count: number): Promise<void> {
  await eventually(
    async () => {
      const figures = await (await fetch(`${node.url}/metrics`)).text();
      return /^hookwell_captures_received_total (\d+)$/m.exec(figures)?.[1];
    },
    (received) => Number(received) === count + 1,
  );
}
