import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateStore } from '../../../src/operator/move-to-postgres/migrate-store.ts';
import { StoreMigrationError } from '../../../src/operator/move-to-postgres/migration-error.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { query } from '../../postgres/connect.ts';
import { type SqliteTestDatabase, silentLog, sqliteDatabase } from '../../store/sqlite-database.ts';
import { appendMany } from '../../store/store-fixture.ts';
import { addAccountWithEndpoint } from '../../store/store-rows.ts';
import { breakOff, emptyTarget, type Target } from './migrated.ts';
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

const everythingCopied = ({ step }: { step: string }) => step === 'comparing';

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

test('a target into which a migration was finished takes no other', async () => {
  await migrateStore({ from: source.url, to: target.url });
  expect(await refusal()).toMatch(
    /^--to is not empty: a migration into it was finished at 20\S+Z; /,
  );
});

test('a source that a server has open is refused, and so is a target', async () => {
  const server = await source.open();
  expect(await refusal()).toMatch(/^a Hookwell server, .* has --from open: stop it first$/);
  await server.close();
  const other = await openStore({ url: target.url, role: 'server', log: silentLog });
  expect(await other.isLeader()).toBe(true);
  expect(await refusal()).toBe('a Hookwell server is running on --to: stop it first');
  await other.close();
});

test("the source takes no writes meanwhile, not even an operator's", async () => {
  await migrateStore({
    from: source.url,
    to: target.url,
    onProgress: ({ step }) => {
      if (step !== 'comparing') return;
      const file = new DatabaseSync(source.file, { timeout: 0 });
      expect(() => file.exec(`update account set plan = 'free'`)).toThrow(/database is locked/);
      file.close();
    },
  });
});

test('an unfinished target goes on with its own source alone, wherever that lies now', async () => {
  await breakOff(source.url, target.url, everythingCopied);
  const other = await sqliteDatabase();
  await fill(other);
  const another = /^--to holds a part of another database, or of this one before it was changed: /;
  expect(await refusal(other.url)).toMatch(another);
  await other.remove();

  const moved = `${source.file}-moved`;
  renameSync(source.file, moved);
  await migrateStore({ from: `sqlite:${moved}`, to: target.url });
  expect(await rowsOfPostgres(target.url)).toEqual(rowsOfFile(moved));
});

test('an unfinished target does not go on with a source that was changed meanwhile', async () => {
  await breakOff(source.url, target.url, everythingCopied);
  const untouched = `${source.file}-untouched`;
  copyFileSync(source.file, untouched);
  const store = await source.open();
  await appendMany(store, 1, 1);
  await store.close();
  expect(await refusal()).toMatch(/before it was changed: give it an empty database$/);
  await migrateStore({ from: `sqlite:${untouched}`, to: target.url });
});

test('neither a server nor an operator works on an unfinished target', async () => {
  await breakOff(source.url, target.url, ({ rows }) => rows > 0);
  const sentence =
    /: a migration into it is not finished: run the same "hookwell migrate-store" again, /;
  for (const role of ['server', 'operator'] as const) {
    await expect(openStore({ url: target.url, role, log: silentLog })).rejects.toThrow(sentence);
  }
});

test.each([
  ['account', `update account set status = 'canceled'`, 'other content'],
  [
    'captured_request',
    `update captured_request set body = body || '\\x00' where id = 2`,
    'other content',
  ],
  ['captured_request', 'delete from captured_request where id = 3', '2 rows instead of 3'],
  [
    'captured_request',
    `insert into captured_request select 9, endpoint_id, received_at, dropped_headers,
    method, target, headers, ip_address, body from captured_request where id = 1`,
    '4 rows instead of 3',
  ],
])('the comparison finds what is wrong in %s: %s', async (table, damage, difference) => {
  await breakOff(source.url, target.url, everythingCopied);
  await query(target.url, damage);
  const sentence = `--to has ${difference} in its table ${table}: give it an empty database and begin anew`;
  expect(await refusal()).toBe(sentence);
  expect(await refusal()).toBe(sentence);
  await expect(openStore({ url: target.url, role: 'server', log: silentLog })).rejects.toThrow(
    /not finished/,
  );
});

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
    /^--to cannot be used: /,
  );
  expect(await refusal(source.url, nowhere)).toMatch(/^PostgreSQL cannot be reached: /);
  for (const url of [nowhere, 'postgres://db/x?password=s3cret', 'postgres://me:s3cr/et@host/x']) {
    await expect(migrateStore({ from: source.url, to: url })).rejects.not.toThrow(/s3c|cret/);
  }
  expect(await refusal(source.url, target.url.replace(/\w+$/, 'missing'))).toMatch(
    /^PostgreSQL: database "missing" does not exist/,
  );
});
