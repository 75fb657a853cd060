import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateStore } from '../../../src/operator/move-to-postgres/migrate-store.ts';
import { StoreMigrationError } from '../../../src/operator/move-to-postgres/source.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { query } from '../../postgres/connect.ts';
import { type SqliteTestDatabase, silentLog, sqliteDatabase } from '../../store/sqlite-database.ts';
import { appendMany } from '../../store/store-fixture.ts';
import { addAccountWithEndpoint } from '../../store/store-rows.ts';
import { emptyTarget, type Target } from './migrated.ts';
import { rowsOfFile, rowsOfPostgres } from './rows.ts';

let source: SqliteTestDatabase;
let target: Target;

beforeEach(async () => {
  source = await sqliteDatabase();
  await fill(source);
  target = await emptyTarget();
});

afterEach(async () => {
  await target[Symbol.asyncDispose]();
  await source.remove();
});

/** An account with an endpoint and three captures. */
async function fill(database: SqliteTestDatabase): Promise<void> {
  const store = await database.open();
  const { endpointId } = await addAccountWithEndpoint(store);
  await appendMany(store, endpointId, 3);
  await store.close();
}

/** The message that refuses the migration: always one line that names both sides. */
async function refusal(from = source.url, to = target.url): Promise<string> {
  const error = await migrateStore({ from, to }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreMigrationError);
  const [, reason = ''] =
    /^Cannot move \S+ to \S+: (.*)$/.exec(String(Object(error).message)) ?? [];
  return reason;
}

test('a target that has rows is left alone', async () => {
  const store = await openStore({ url: target.url, role: 'operator', log: silentLog });
  await addAccountWithEndpoint(store);
  await store.close();
  const before = await rowsOfPostgres(target.url);
  expect(await refusal()).toBe(
    '--to is not empty (its table account has rows): give it an empty database',
  );
  expect(await rowsOfPostgres(target.url)).toEqual(before);
});

test('a source that a server has open is refused, and so is a target', async () => {
  const server = await source.open();
  expect(await refusal()).toMatch(/^a Hookwell server, .* has --from open: stop it first$/);
  await server.close();
  const other = await openStore({ url: target.url, role: 'server', log: silentLog });
  expect(await other.isLeader()).toBe(true);
  expect(await refusal()).toMatch(/^a Hookwell server, .* is running on --to: stop it first$/);
  await other.close();
});

test("the source takes no writes meanwhile, not even an operator's", async () => {
  let tried = 0;
  await migrateStore({
    from: source.url,
    to: target.url,
    onProgress: () => {
      const file = new DatabaseSync(source.file, { timeout: 0 });
      expect(() => file.exec(`update account set plan = 'free'`)).toThrow(/database is locked/);
      file.close();
      tried += 1;
    },
  });
  expect(tried).toBeGreaterThan(0);
});

test.each([
  ['a row is missing', 'return null', '2 rows up to 3', 2],
  ['the newest has another id', 'new.id = 9; return new', '3 rows up to 9', 3],
])(
  'nothing is moved if the target has something else at the end: %s',
  async (_, work, found, id) => {
    await (await openStore({ url: target.url, role: 'operator', log: silentLog })).close();
    await query(
      target.url,
      `create function spoil() returns trigger language plpgsql as $$begin ${work}; end$$;
    create trigger spoil before insert on captured_request for each row when (new.id = ${id}) execute function spoil()`,
    );
    expect(await refusal()).toBe(
      `--to has ${found} in its table captured_request, instead of 3 rows up to 3`,
    );
    await query(target.url, 'drop trigger spoil on captured_request');
    await migrateStore({ from: source.url, to: target.url });
    expect(await rowsOfPostgres(target.url)).toEqual(rowsOfFile(source.file));
  },
);

test('an address that is not a database is refused in one line, without the password', async () => {
  const nowhere = 'postgres://me:s3cret@127.0.0.1:1/hookwell';
  expect(await refusal('postgres://me:s3cret@db/x')).toMatch(/^--from must be an SQLite database/);
  expect(await refusal('sqlite:')).toMatch(/names no file/);
  expect(await refusal(`sqlite:${source.file}-missing`)).toBe('there is no such file');
  writeFileSync(`${source.file}-notes`, 'This is no database. '.repeat(100));
  expect(await refusal(`${source.url}-notes`)).toMatch(/not a database/);
  expect(await refusal(source.url, 'sqlite:other.db')).toMatch(
    /^--to must be a PostgreSQL database/,
  );
  expect(await refusal(source.url, 'postgres://me:s3cret@host:port/x')).toMatch(
    /^PostgreSQL cannot be reached: /,
  );
  expect(await refusal(source.url, nowhere)).toMatch(/^PostgreSQL cannot be reached: /);
  for (const url of [nowhere, 'postgres://db/x?password=s3cret', 'postgres://me:s3cr/et@host/x']) {
    await expect(migrateStore({ from: source.url, to: url })).rejects.not.toThrow(/s3c|cret/);
  }
  expect(await refusal(source.url, target.url.replace(/\w+$/, 'missing'))).toMatch(
    /^PostgreSQL: database "missing" does not exist/,
  );
});
