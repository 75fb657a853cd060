import { expect, inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openStream } from '../live/stream-client.ts';
import { connect } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { startGuest, startServer } from '../start-server.ts';
import { at } from './start-nodes.ts';

test('a change is told on every node, and invented ones do no harm', async () => {
  await using database = await createDatabase(inject('postgres'));
  const { url: databaseUrl } = database;
  await using one = await startServer({ databaseUrl });
  await using other = await startServer({ databaseUrl });
  const visitor = await startGuest(one);
  const { id } = await visitor.ask(200, 'GET', '/api/auth/me');
  using stream = await openStream(`${other.url}/api/sse?changes=true`, {
    cookie: visitor.cookie ?? '',
  });
  await visitor.endpoint();
  await eventually(() => stream.changes > 0);

  await using client = await connect(databaseUrl);
  for (const payload of ['x', '0', '-1', '1.5', ',', '1,,2', '9'.repeat(7000)]) {
    await client.query(`select pg_notify('hookwell_changed', $1)`, [payload]);
  }
  // Of a flood that names the account, its streams hear once in a second.
  const before = stream.changes;
  for (let count = 0; count < 200; count++) {
    await client.query(`select pg_notify('hookwell_changed', $1)`, [count % 2 ? '' : String(id)]);
  }
  await eventually(() => stream.changes > before);
  expect(stream.changes).toBeLessThan(before + 5);
  await at(other, visitor).endpoint();
  expect(stream.ended).toBe('no');
});
