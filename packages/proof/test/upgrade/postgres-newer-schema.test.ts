import { pino } from 'pino';
import { inject, test } from 'vitest';
import { migrations } from '../../../server/src/database/postgres/schema/migrations.ts';
import { openStore } from '../../../server/src/store/open-store.ts';
import { query } from '../../../server/test/postgres/connect.ts';
import {
  createEmptyDatabase,
  type PostgresDatabase,
} from '../../../server/test/postgres/databases.ts';
import { startRefused } from '../../../server/test/server-process.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { fixtureDatabase, fixtureFacts } from '../../src/upgrade/fixture.ts';
import { describePostgres, restorePostgres } from '../../src/upgrade/postgres-copy.ts';
import { stillAnswered } from '../../src/upgrade/still-answered.ts';
import { onFixture } from './upgraded.ts';

const known = migrations.length;
const newest = { store: 'postgres', number: known } as const;

/** A database that a newer version has brought up to its schema. */
async function futureDatabase(neededVersion: number): Promise<PostgresDatabase> {
  const database = await createEmptyDatabase(inject('postgres'));
  await restorePostgres(database.url, fixtureDatabase(newest).toString());
  await query(
    database.url,
    `alter table endpoint add column future text not null default 'unknown today';
    create table future (capture_id bigint primary key);
    update schema_version set version = ${known + 1}, needed_version = ${neededVersion}`,
  );
  return database;
}

test.concurrent('a schema that needs a newer version is refused in one sentence, and nothing in it changes', async ({
  expect,
}) => {
  await using database = await futureDatabase(known + 1);
  const before = await describePostgres(database.url);
  const { code, standardError } = await startRefused({ databaseUrl: database.url });
  expect(code).toBe(1);
  const sentence = `its schema has version ${known + 1}, which needs a Hookwell that knows version ${known + 1}, but this one knows versions up to ${known}: start a newer Hookwell`;
  expect(standardError).toMatch(/^hookwell: [^\n]*\n$/);
  expect(standardError).toContain(sentence);
  const log = pino({ level: 'silent' });
  await expect(openStore({ url: database.url, role: 'operator', log })).rejects.toThrow(sentence);
  expect(await describePostgres(database.url)).toEqual(before);
});

test.concurrent('a newer schema that serves this version is used as it is', async ({ expect }) => {
  await using database = await futureDatabase(known);
  const { catalog } = await describePostgres(database.url);
  const facts = fixtureFacts(newest);
  await using node = await startServer(onFixture(database.url, facts));
  expect(await stillAnswered(node.url, facts)).toEqual([]);
  const { status } = await send(node, facts.spare.token, { method: 'POST', body: 'of today' });
  expect(status).toBe(200);
  const after = await describePostgres(database.url);
  expect({ ...after.catalog, positions: [] }).toEqual({ ...catalog, positions: [] });
  expect(await query(database.url, 'select version, needed_version from schema_version')).toEqual([
    { version: known + 1, needed_version: known },
  ]);
});
