import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../../server/src/database/sqlite/schema/migrations.ts';
import { freshDatabase } from '../../../server/test/fresh-database.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { call } from '../../src/upgrade/caller.ts';
import {
  type Fixture,
  fixtureDatabase,
  fixtureFacts,
  fixturesOf,
} from '../../src/upgrade/fixture.ts';
import { stillAnswered } from '../../src/upgrade/still-answered.ts';
import { numbersThrough, onFixture } from './upgraded.ts';

const fixtures = fixturesOf('sqlite');

test('each schema has a database that its version made', () => {
  // A new migration's is made by `node packages/proof/scripts/make-schema-fixtures.ts`.
  expect(fixtures.map(({ number }) => number)).toEqual(numbersThrough(migrations.length));
});

/** A file with the database of a fixture. */
async function fileOf(fixture: Fixture) {
  const database = await freshDatabase();
  const file = database.url.replace('sqlite:', '');
  writeFileSync(file, fixtureDatabase(fixture));
  return { ...database, file };
}

/** Tables, columns, indexes, checks as SQLite keeps them, without comments and white space. */
function schemaOf(database: DatabaseSync): unknown[] {
  const rows = database.prepare('select type, name, sql from sqlite_schema order by name').all();
  return rows.map(({ type, name, sql }) => [
    type,
    name,
    String(sql).replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' '),
  ]);
}

describe.each(fixtures)('schema $number', (fixture) => {
  test('is what the migrations make today', async () => {
    await using made = await fileOf(fixture);
    using kept = new DatabaseSync(made.file, { readOnly: true });
    using now = new DatabaseSync(':memory:');
    for (const migration of migrations.slice(0, fixture.number)) now.exec(migration);
    expect(schemaOf(kept)).toEqual(schemaOf(now));
    expect(kept.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(kept.prepare('pragma foreign_key_check').all()).toEqual([]);
  });

  test('today everything that its version answered is answered, and more is stored', async () => {
    const facts = fixtureFacts(fixture);
    await using database = await fileOf(fixture);
    await using server = await startServer(onFixture(database.url, facts));
    expect(await stillAnswered(server.url, facts)).toEqual([]);
    const { token, credentials } = facts.spare;
    const { status, id } = await send(server, token, { method: 'POST', body: 'of today' });
    expect(status).toBe(200);
    const newest = await call(server.url, credentials, 'GET', '/api/requests?limit=1');
    expect(await newest.json()).toMatchObject([{ id, body: { raw: 'of today' } }]);
  });
});
