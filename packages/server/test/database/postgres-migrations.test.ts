import { pino } from 'pino';
import { inject, test } from 'vitest';
import { migrations } from '../../src/database/postgres/schema.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { createEmptyDatabase } from '../postgres/databases.ts';
import { send, startGuest, startServer } from '../start-server.ts';

const known = migrations.length;

test.concurrent('of many nodes that open an empty database at the same moment one makes the schema', async ({
  expect,
}) => {
  await using database = await createEmptyDatabase(inject('postgres'));
  const log = pino({ level: 'silent' });
  const opening = Array.from({ length: 4 }, () =>
    openStore({ url: database.url, role: 'operator', log }),
  );
  const opened = await Promise.allSettled(opening);
  expect(opened.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await query(database.url, 'select version from schema_version')).toEqual([
    { version: known },
  ]);
  for (const result of opened) if (result.status === 'fulfilled') await result.value.close();
});

/** A database that was empty until a node opened and left it. */
async function usedDatabase() {
  const database = await createEmptyDatabase(inject('postgres'));
  await using _node = await startServer({ databaseUrl: database.url });
  return database;
}

test.concurrent('a node refuses a schema that it does not know', async ({ expect }) => {
  await using database = await usedDatabase();
  const set = `update schema_version set version = ${known + 2}, needed_version = ${known + 1}`;
  await query(database.url, set);
  await expect(startServer({ databaseUrl: database.url })).rejects.toThrow(
    new RegExp(`^[^\\n]*version ${known + 1}[^\\n]*start a newer Hookwell$`),
  );
});

test.concurrent('a node works with a newer schema that does not need a newer one', async ({
  expect,
}) => {
  await using database = await usedDatabase();
  await query(database.url, `update schema_version set version = ${known + 1}`);
  await using node = await startServer({ databaseUrl: database.url });
  const token = await (await startGuest(node)).endpoint();
  expect((await send(node, token)).status).toBe(200);
  expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  expect(await query(database.url, 'select version from schema_version')).toEqual([
    { version: known + 1 },
  ]);
});

test.concurrent('a node is not ready any more once its database needs a newer one', async ({
  expect,
}) => {
  await using database = await createEmptyDatabase(inject('postgres'));
  await using node = await startServer({ databaseUrl: database.url });
  const ready = async () => (await fetch(`${node.url}/readyz`)).status;
  expect(await ready()).toBe(200);
  await query(database.url, `update schema_version set needed_version = ${known + 1}`);
  await eventually(ready, (status) => status === 503);
  const reason = `needs a Hookwell that knows schema version ${known + 1}`;
  expect(node.logLines.some((line) => line.includes(reason))).toBe(true);
});
