import { describe, expect, inject, test } from 'vitest';
import { migrations } from '../../../server/src/database/postgres/schema/migrations.ts';
import { eventually } from '../../../server/test/eventually.ts';
import { connect, query } from '../../../server/test/postgres/connect.ts';
import {
  createEmptyDatabase,
  type PostgresDatabase,
} from '../../../server/test/postgres/databases.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { type Credentials, call } from '../../src/upgrade/caller.ts';
import {
  type Fixture,
  fixtureDatabase,
  fixtureFacts,
  fixturesOf,
} from '../../src/upgrade/fixture.ts';
import { OldAppend } from '../../src/upgrade/old-append.ts';
import { readCatalog } from '../../src/upgrade/postgres-catalog.ts';
import { restorePostgres } from '../../src/upgrade/postgres-copy.ts';
import { stillAnswered } from '../../src/upgrade/still-answered.ts';
import { numbersThrough, onFixture } from './upgraded.ts';

const fixtures = fixturesOf('postgres');
/** Versions that know this schema go on beside those of today. */
const needed = migrations.at(-1)?.neededVersion ?? 0;

test('each schema has a database that its version made', () => {
  // A new migration's is made by `node packages/proof/scripts/make-schema-fixtures.ts`.
  expect(fixtures.map(({ number }) => number)).toEqual(numbersThrough(migrations.length));
});

async function databaseOf(fixture: Fixture): Promise<PostgresDatabase> {
  const database = await createEmptyDatabase(inject('postgres'));
  await restorePostgres(database.url, fixtureDatabase(fixture).toString());
  return database;
}

/** Everything of a schema but where its sequences stand. */
async function schemaOf(url: string): Promise<object> {
  await using client = await connect(url);
  return { ...(await readCatalog(client)), positions: [] };
}

async function versionOf(url: string): Promise<unknown> {
  const [row] = await query(url, 'select version from schema_version');
  return row?.version;
}

async function isSomebodyWaiting(url: string): Promise<boolean> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await query(url, waiting)).length > 0;
}

/** Of all captures of an account, the newest first. */
async function bodiesOf(url: string, credentials: Credentials): Promise<string[]> {
  const answer = await call(url, credentials, 'GET', '/api/requests');
  const list: { body: { raw: string } }[] = JSON.parse(await answer.text());
  return list.map(({ body }) => body.raw);
}

describe.each(fixtures)('schema $number', (fixture) => {
  test('is what the migrations make today', async () => {
    await using kept = await databaseOf(fixture);
    await using now = await createEmptyDatabase(inject('postgres'));
    const steps = migrations.slice(0, fixture.number).map(({ statements }) => statements);
    const table =
      'create table schema_version (version integer not null, needed_version integer not null)';
    await query(now.url, [...steps, table].join(';'));
    expect(await schemaOf(kept.url)).toEqual(await schemaOf(now.url));
  });

  test('two nodes of today start on it at once while it is in use, and answer as its version did', async () => {
    const facts = fixtureFacts(fixture);
    await using database = await databaseOf(fixture);
    // The older version stores a capture, whose locks it still has.
    await using append = await OldAppend.start(database.url, facts);
    await append.begin();
    const starting = [1, 2].map(() => startServer(onFixture(database.url, facts)));
    // Only new tables are made without waiting for it.
    await eventually(
      async () =>
        (await isSomebodyWaiting(database.url)) ||
        (await versionOf(database.url)) === migrations.length,
    );
    await append.commit();
    const [first, second] = await Promise.all(starting);
    await using nodes = new AsyncDisposableStack();
    for (const node of [first, second]) if (node !== undefined) nodes.use(node);
    if (first === undefined || second === undefined) throw new Error('two nodes were started');

    const { token, credentials } = facts.spare;
    const sent = await send(second, token, { method: 'POST', body: 'of today' });
    expect(sent.status).toBe(200);
    expect(await versionOf(database.url)).toBe(migrations.length);
    expect(await stillAnswered(first.url, facts)).toEqual([]);
    // The statements of versions that may go on beside those of today still do what they did.
    if (fixture.number >= needed) await append.once();
    const bodies = await bodiesOf(first.url, credentials);
    const latest = fixture.number >= needed ? [append.body, 'of today'] : ['of today', append.body];
    expect(bodies.slice(0, 2)).toEqual(latest);
    // The fixture has one.
    expect(bodies.filter((body) => body === append.body)).toHaveLength(append.stored + 1);
  });
});
