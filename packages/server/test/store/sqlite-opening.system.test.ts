import { linkSync, readdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CannotOpenStore } from '../../src/database/errors.ts';
import { migrate } from '../../src/database/sqlite/open-connection.ts';
import { migrations } from '../../src/database/sqlite/schema.ts';
import { backupStore, openStore } from '../../src/store/open-store.ts';
import { type RunningProcess, startProcess } from './running-process.ts';
import { type SqliteTestDatabase, silentLog, sqliteDatabase } from './sqlite-database.ts';
import { allIds, appendMany } from './store-fixture.ts';
import { addAccount, addAccountWithEndpoint } from './store-rows.ts';

describe('opening an SQLite database', () => {
  let database: SqliteTestDatabase;
  const processes: RunningProcess[] = [];
  beforeEach(async () => {
    database = await sqliteDatabase();
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((running) => running.kill()));
    await database.remove();
  });

  function start(mode: 'open' | 'serve' | 'append'): RunningProcess {
    const running = startProcess(database.url, mode);
    processes.push(running);
    return running;
  }

  test.each(['mysql://localhost/x', 'postgres://me:secret@db/x', 'sqlite:', 'sqlite::memory:'])(
    'refuses %s in one line, without passwords',
    async (url) => {
      const opening = openStore({ url, role: 'operator', log: silentLog });
      await expect(opening).rejects.toBeInstanceOf(CannotOpenStore);
      await expect(opening).rejects.toThrow(
        /^Cannot open the database [^\n]* \(HOOKWELL_DATABASE_URL\): [^\n]*$/,
      );
      await expect(opening).rejects.not.toThrow(/secret/);
    },
  );

  test('refuses a file that is no database', async () => {
    const url = `sqlite:${import.meta.filename}`;
    await expect(openStore({ url, role: 'operator', log: silentLog })).rejects.toThrow(
      /not a database/,
    );
  });

  test('refuses anything but a regular file, and makes no lock for it', async () => {
    await (await database.open()).close();
    for (const path of [dirname(database.file), '/dev/null', '/dev/zero']) {
      const opening = openStore({ url: `sqlite:${path}`, role: 'server', log: silentLog });
      await expect(opening).rejects.toThrow(/: it is no regular file$/);
    }
    expect(readdirSync('/dev')).not.toContain('null.lock');
  });

  test('refuses a link to nowhere: two servers would create one file under two names', async () => {
    await (await database.open()).close();
    symlinkSync(`${database.file}-missing`, `${database.file}-link`);
    const url = `${database.url}-link`;
    const opening = openStore({ url, role: 'server', log: silentLog });
    await expect(opening).rejects.toThrow(/: there is no such file$/);
  });

  test('processes that start at once on a new file migrate it once', async () => {
    const ended = await Promise.all(
      Array.from({ length: 3 }, () => start('open')).map(({ ended }) => ended),
    );
    expect(ended).toEqual(ended.map(() => ({ code: 0, errors: '' })));
    const file = new DatabaseSync(database.file);
    const pragma = (name: string) => Object.values(file.prepare(`pragma ${name}`).get() ?? {})[0];
    expect(pragma('user_version')).toBe(migrations.length);
    expect(pragma('auto_vacuum')).toBe(2);
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('integrity_check')).toBe('ok');
    file.close();
  });

  test('a migration that another process has done meanwhile is not done again', async () => {
    await (await database.open()).close();
    /** Lets "another process" win between the look at the version and the lock. */
    class OvertakenDatabase extends DatabaseSync {
      override exec(statement: string): void {
        if (statement === 'begin immediate') migrate(other);
        super.exec(statement);
      }
    }
    const file = `${database.file}-race`;
    const other = new DatabaseSync(file);
    const overtaken = new OvertakenDatabase(file);
    migrate(overtaken);
    expect(overtaken.prepare('select count(*) as rows from capture_log').get()).toEqual({
      rows: 1,
    });
    overtaken.close();
    other.close();
  });

  test('refuses a schema that is newer than it knows, and leaves it alone', async () => {
    await (await database.open()).close();
    const file = new DatabaseSync(database.file);
    file.exec(`pragma user_version = ${migrations.length + 1}`);
    const opening = openStore({ url: database.url, role: 'server', log: silentLog });
    await expect(opening).rejects.toThrow(/schema has version \d+.*start a newer Hookwell$/);
    expect(file.prepare('pragma user_version').get()).toEqual({
      user_version: migrations.length + 1,
    });
    file.close();
  });

  test('lets one server at a time have it, through any links', async () => {
    const store = await database.open();
    symlinkSync(database.file, `${database.file}-link`);
    const linked = `${database.url}-link`;
    for (const url of [database.url, linked]) {
      const second = openStore({ url, role: 'server', log: silentLog });
      await expect(second).rejects.toThrow(/: another Hookwell server is running on it$/);
    }
    const other = await start('serve').ended;
    expect(other.code).toBe(1);
    expect(other.errors).toMatch(/^Cannot open .* another Hookwell server is running on it\n$/);
    await store.close();
    await (await database.open()).close();
  });

  test('refuses a file with hard links, which share neither its lock nor its log', async () => {
    const store = await database.open();
    const linked = `${database.file}-link`;
    linkSync(database.file, linked);
    const refusal = /^Cannot .*: it has 2 names \(hard links\): remove all but one$/;
    for (const role of ['server', 'operator'] as const) {
      const second = openStore({ url: `sqlite:${linked}`, role, log: silentLog });
      await expect(second).rejects.toThrow(refusal);
    }
    await expect(backupStore(`sqlite:${linked}`, `${linked}-backup`)).rejects.toThrow(refusal);
    expect(readdirSync(dirname(linked)).filter((name) => name.includes('-link'))).toEqual([
      'hookwell.db-link',
    ]);
    await store.close();
    await expect(database.open()).rejects.toThrow(CannotOpenStore);
    unlinkSync(linked);
    await (await database.open()).close();
  });

  test('a server that was killed leaves it free, with all it acknowledged', async () => {
    const server = start('append');
    const [, accountId] = (await server.printed(/\n\d{3,}\n/)).match(/account (\d+)/) ?? [];
    await expect(database.open()).rejects.toThrow(/another Hookwell server/);
    await server.kill();
    const acknowledged = server.acknowledged();
    expect(acknowledged.length).toBeGreaterThan(90);
    const store = await database.open();
    const kept = new Set(await allIds(store, { accountId: Number(accountId) }, 1000));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(store.captures.committedThrough).toBe(Math.max(...kept));
    const { endpointId } = await addAccountWithEndpoint(store);
    const [next = 0] = await appendMany(store, endpointId, 1);
    expect(next).toBeGreaterThan(Math.max(...kept));
    await store.close();
  });

  test('operator commands work beside a server, with effect at once', async () => {
    const server = await database.open();
    const operator = await openStore({ url: database.url, role: 'operator', log: silentLog });
    const id = await addAccount(operator);
    const seen = await server.db.selectFrom('account').select('id').execute();
    expect(seen).toEqual([{ id }]);
    await operator.close();
    await server.checkWritable();
    await server.close();
  });

  test('flushes every commit', async () => {
    const store = await database.open();
    const pragma = async (name: string) => {
      const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store.db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    await store.close();
  });

  test('leaves the database file and the lock alone behind when it is closed', async () => {
    await (await database.open()).close();
    expect(readdirSync(dirname(database.file)).sort()).toEqual(['hookwell.db', 'hookwell.db.lock']);
  });
});
