import { pino } from 'pino';
import { inject, test } from 'vitest';
import { advisoryLocks } from '../../src/database/postgres/advisory-locks.ts';
import { migrations } from '../../src/database/postgres/schema/migrations.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eventually } from '../eventually.ts';
import { connect, query } from '../postgres/connect.ts';
import { createEmptyDatabase } from '../postgres/databases.ts';
import { startProcess, startRefused } from '../server-process.ts';
import { send, startGuest, startServer } from '../start-server.ts';

const known = migrations.length;

test.concurrent('of many nodes that open an empty database at the same moment one makes the schema', async ({
  expect,
}) => {
  await using database = await createEmptyDatabase(inject('postgres'));
  const log = pino({ level: 'silent' });
  const opening = Array.from({ length: 8 }, () =>
    openStore({ url: database.url, role: 'operator', log }),
  );
  const opened = await Promise.allSettled(opening);
  expect(opened.filter(({ status }) => status === 'rejected')).toEqual([]);
  for (const result of opened) if (result.status === 'fulfilled') await result.value.close();
});

/** A database that was empty until a node opened and left it. */
async function usedDatabase() {
  const database = await createEmptyDatabase(inject('postgres'));
  await using _node = await startServer({ databaseUrl: database.url });
  return database;
}

test.concurrent('nodes that start at once make the schema once, and all serve', async ({
  expect,
}) => {
  await using database = await createEmptyDatabase(inject('postgres'));
  await using nodes = new AsyncDisposableStack();
  const starting = Array.from({ length: 3 }, () => startProcess({ databaseUrl: database.url }));
  const started = (await Promise.all(starting)).map((node) => nodes.use(node));
  for (const node of started) {
    const token = await (await startGuest(node)).endpoint();
    expect((await send(node, token)).status).toBe(200);
  }
  expect(await query(database.url, 'select version from schema_version')).toEqual([
    { version: known },
  ]);
});

test.concurrent('a node waits for another one that migrates, however long it takes', async ({
  expect,
}) => {
  await using database = await createEmptyDatabase(inject('postgres'));
  await using migrating = await connect(database.url);
  await migrating.query(`select pg_advisory_lock(${advisoryLocks.migration})`);
  const starting = startServer({ databaseUrl: database.url });
  const isWaiting = async (): Promise<boolean> => {
    const rows = await query(
      database.url,
      `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return rows.length === 1;
  };
  await eventually(isWaiting);
  // Longer than it waits for any other answer.
  const since = performance.now();
  await eventually(
    async () => performance.now() - since > 13_000 || !(await isWaiting()),
    Boolean,
    20_000,
  );
  expect(await isWaiting()).toBe(true);
  await migrating.query('select pg_advisory_unlock_all()');
  await using node = await starting;
  expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
});

test.concurrent('a node refuses a schema that it does not know', async ({ expect }) => {
  await using database = await usedDatabase();
  const set = `update schema_version set version = ${known + 2}, needed_version = ${known + 1}`;
  await query(database.url, set);
  const { code, standardError } = await startRefused({ databaseUrl: database.url });
  expect(code).toBe(1);
  expect(standardError).toMatch(/^hookwell: [^\n]*start a newer Hookwell\n$/);
  expect(standardError).toContain(`version ${known + 1}`);
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

test.concurrent('a migration that fails in the middle leaves nothing', async ({ expect }) => {
  await using database = await createEmptyDatabase(inject('postgres'));
  // The name of a table that a later migration makes.
  await query(database.url, 'create view former_plan as select 1 as one');
  const { code, standardError } = await startRefused({ databaseUrl: database.url });
  expect(code).toBe(1);
  expect(standardError).toMatch(/^hookwell: [^\n]*relation "former_plan" already exists\n$/);
  const left = await query(
    database.url,
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
  );
  expect(left).toEqual([{ relname: 'former_plan' }]);
  await query(database.url, 'drop view former_plan');
  await using node = await startServer({ databaseUrl: database.url });
  expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
});
