import { readFile } from 'node:fs/promises';
import { escapeIdentifier } from 'pg';
import { expect, inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { ownedDatabase, ownersPassword } from '../outages/owned-database.ts';
import { connect, query } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { startProcess } from '../server-process.ts';
import { send, startGuest, startServer } from '../start-server.ts';
import { at } from './start-nodes.ts';
import { watch } from './stream-follower.ts';

/** Notifications that any role with a connection to the database can send to the nodes. */
const inventedHints = [
  'x',
  '',
  'NaN',
  '-1',
  '0',
  '1.5',
  '1e300',
  ' 7',
  '0x7fffffff',
  'Infinity',
  '9007199254740991',
  '9007199254740993',
  '9999999999999999',
  '9'.repeat(7000),
];

async function invent(databaseUrl: string): Promise<void> {
  await using client = await connect(databaseUrl);
  for (const hint of inventedHints) {
    await client.query(`select pg_notify('hookwell_committed', $1)`, [hint]);
  }
}

test('invented hints keep no node from streaming, nor from stopping', async () => {
  await using database = await createDatabase(inject('postgres'));
  const { url: databaseUrl } = database;
  await using one = await startProcess({ databaseUrl });
  await using other = await startProcess({ databaseUrl });
  const visitor = await startGuest(one);
  const token = await visitor.endpoint();
  const sent = [(await send(one, token)).id];

  await invent(databaseUrl);
  // The stream is opened after captures that had no follower, and before those that have one.
  const streams = [await watch(visitor), await watch(at(other, visitor))];
  async function sendOn(): Promise<void> {
    for (const node of [one, other]) {
      sent.push((await send(node, token)).id);
      for (const stream of streams) {
        await stream.received(sent.length);
        expect(stream.ids).toEqual(sent);
      }
    }
  }
  await sendOn();
  await invent(databaseUrl);
  await sendOn();
  for (const stream of streams) stream[Symbol.dispose]();
  await invent(databaseUrl);
  expect(await Promise.all([one, other].map((node) => node.end('SIGTERM')))).toEqual([0, 0]);
  const told = [one, other].map((node) => node.standardError().match(/no Hookwell node/g)?.length);
  expect(told).toEqual([1, 1]);
});

test('captures of other nodes are passed over while there is no follower, and followed from then on', async () => {
  await using database = await createDatabase(inject('postgres'));
  const { url: databaseUrl } = database;
  await using one = await startServer({ databaseUrl });
  await using other = await startServer({ databaseUrl });
  const visitor = await startGuest(one);
  const token = await visitor.endpoint();
  const { id: first } = await send(one, token);
  await eventually(() => other.store.captures.committedThrough === first);
  await invent(databaseUrl);
  const { id: second } = await send(one, token);
  // The node takes up the true hint with its next look, and ignores the false ones.
  await eventually(() => other.store.captures.committedThrough >= second);
  expect(other.store.captures.committedThrough).toBe(second);
  using stream = await watch(at(other, visitor));
  await stream.received(2);
  const { id: third } = await send(one, token);
  await stream.received(3);
  expect(stream.ids).toEqual([first, second, third]);
  expect(other.store.captures.committedThrough).toBe(third);
});

test('if connecting is revoked from public, nodes work and other roles cannot reach them', async () => {
  const file = new URL('../../../../deploy/revoke-public.sql', import.meta.url);
  await using database = await ownedDatabase();
  const stranger = new URL(database.url);
  stranger.username = `${stranger.username}_stranger`;
  const role = escapeIdentifier(stranger.username);
  await query(database.adminUrl, `create role ${role} login password '${ownersPassword}'`);
  try {
    await invent(stranger.href);
    const statements = (await readFile(file, 'utf8')).replace(
      'database hookwell',
      `database ${database.name}`,
    );
    await query(database.url, statements);
    await expect(invent(stranger.href)).rejects.toThrow(/permission denied for database/);
    await using node = await startServer({ databaseUrl: database.url });
    const visitor = await startGuest(node);
    expect(await send(node, await visitor.endpoint())).toMatchObject({ status: 200 });
  } finally {
    await query(database.adminUrl, `drop role ${role}`);
  }
});
