/**
 * Makes the fixtures of the schemas that a checked-out version has, by that version's own server: the database, and what it answered.
 *
 *     node packages/proof/scripts/make-schema-fixtures.ts [FOLDER] [--again]
 *
 * Without a folder: the schemas of this one. Whoever adds a migration runs it once the service can use it; when a capability has a
 * table of its own, `schema-fixtures/fill-settings.ts` gets a step for it first. The packages of the folder must be installed.
 * A fixture that is there already stays, but with --again.
 */
import { deepStrictEqual } from 'node:assert';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { query } from '../../server/test/postgres/connect.ts';
import { type PostgresServer, startPostgres } from '../../server/test/postgres/postgres-server.ts';
import { type Fixture, fixtureFiles } from '../src/upgrade/fixture.ts';
import { describePostgres, dumpPostgres, restorePostgres } from '../src/upgrade/postgres-copy.ts';
import { askEverything } from './schema-fixtures/ask-everything.ts';
import { send } from './schema-fixtures/captures.ts';
import { fill } from './schema-fixtures/fill.ts';
import { readableLog, recordAppend } from './schema-fixtures/recorded-append.ts';
import { commitOf, startVersion } from './schema-fixtures/version.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'boolean', default: false } },
});
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../..'));
await makeSqlite();
await makePostgres();

async function makeSqlite(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'hookwell-fixture-'));
  try {
    const file = join(place, 'hookwell.db');
    const facts = await used(`sqlite:${file}`, async () => {
      using database = openFile(file);
      return database
        .prepare(`select name from sqlite_schema where type = 'table'`)
        .all()
        .flatMap(({ name }) => [
          String(name),
          ...database
            .prepare('select name from pragma_table_info(?)')
            .all(String(name))
            .map((column) => `${name}.${column.name}`),
        ]);
    });
    const number = compact(file);
    write({ store: 'sqlite', number }, readFileSync(file), facts);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function openFile(file: string): DatabaseSync & Disposable {
  const database = new DatabaseSync(file);
  return Object.assign(database, { [Symbol.dispose]: () => database.close() });
}

/** Leaves one file without free pages; gives the number of its schema. */
function compact(file: string): number {
  using database = openFile(file);
  database.exec('pragma wal_checkpoint(truncate); vacuum; pragma wal_checkpoint(truncate)');
  return Number(database.prepare('pragma user_version').get()?.user_version);
}

async function makePostgres(): Promise<void> {
  await using postgres = await startPostgres(readableLog);
  await query(postgres.url, 'create database hookwell');
  const url = postgres.url.replace(/postgres$/, 'hookwell');
  const tables = async () => {
    const rows = await query(
      url,
      `select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'`,
    );
    return rows.flatMap(({ t, c }) => [String(t), `${t}.${c}`]);
  };
  let facts: object;
  try {
    facts = await used(url, tables, postgres);
  } catch (error) {
    // The first versions knew SQLite alone.
    if (!/HOOKWELL_DATABASE_URL/.test(String(error))) throw error;
    process.stdout.write('this version knows no PostgreSQL\n');
    return;
  }
  const [schema] = await query(url, 'select version from schema_version');
  const text = await dumpPostgres(url);
  await expectFaithful(postgres, url, text);
  write({ store: 'postgres', number: Number(schema?.version) }, Buffer.from(text), facts);
}

/** What the text makes is the database that it was made of. */
async function expectFaithful(postgres: PostgresServer, url: string, text: string): Promise<void> {
  await query(postgres.url, 'create database restored');
  const restored = postgres.url.replace(/postgres$/, 'restored');
  await restorePostgres(restored, text);
  deepStrictEqual(await describePostgres(restored), await describePostgres(url));
}

/** Starts the version on the database, uses it for everything, and ends it; gives the facts of the fixture. */
async function used(
  databaseUrl: string,
  names: () => Promise<string[]>,
  postgres?: PostgresServer,
): Promise<object> {
  await using node = await startVersion(folder, databaseUrl);
  const known = new Set(await names());
  const version = { url: node.url, knows: (name: string) => known.has(name) };
  const { visitors, spare } = await fill(version);
  const answers = await askEverything(version, visitors);
  const askedAt = Date.now();
  const sendOne = () => send(node.url, spare.token, { body: 'stored by an older version' });
  const append = postgres === undefined ? undefined : await recordAppend(postgres, sendOne);
  const code = await node.end('SIGTERM');
  if (code !== 0) throw new Error(`the server ended with ${code}: ${node.standardError}`);
  const credentials = Object.entries(visitors).map(([name, visitor]) => [
    name,
    visitor.credentials,
  ]);
  return {
    madeBy: commitOf(folder),
    askedAt,
    visitors: Object.fromEntries(credentials),
    spare,
    ...(append === undefined ? {} : { append }),
    answers,
  };
}

function write(fixture: Fixture, database: Buffer, facts: object): void {
  const files = fixtureFiles(fixture);
  if (existsSync(files.database) && !values.again) {
    process.stdout.write(`${files.database} is there already\n`);
    return;
  }
  const pack = (bytes: Buffer | string) => gzipSync(bytes, { level: 9 });
  writeFileSync(files.database, pack(database));
  writeFileSync(files.facts, pack(JSON.stringify(facts)));
  process.stdout.write(`${files.database}\n${files.facts}\n`);
}
