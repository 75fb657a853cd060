import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CannotOpenStore } from '../../src/database/errors.ts';
import { backupStore, openStore } from '../../src/store/open-store.ts';
import { startProcess } from './running-process.ts';
import { type SqliteTestDatabase, silentLog, sqliteDatabase } from './sqlite-database.ts';
import { allIds, appendMany } from './store-fixture.ts';
import { addAccountWithEndpoint } from './store-rows.ts';

describe('backing an SQLite database up', () => {
  let database: SqliteTestDatabase;
  let target: string;
  beforeEach(async () => {
    database = await sqliteDatabase();
    target = join(dirname(dirname(database.file)), 'backup.db');
  });
  afterEach(() => database.remove());

  test('while a server writes: whole, and with all that was acknowledged before', async () => {
    const server = startProcess(database.url, 'append');
    const [, accountId] = (await server.printed(/\n\d{4,}\n/)).match(/account (\d+)/) ?? [];
    const acknowledged = server.acknowledged();
    await backupStore(database.url, target);
    await server.printed(new RegExp(`\n${Math.max(...acknowledged) + 1000}\n`));
    await server.kill();

    const file = new DatabaseSync(target);
    expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    file.close();
    const restored = await openStore({
      url: `sqlite:${target}`,
      role: 'server',
      log: silentLog,
    });
    const kept = new Set(await allIds(restored, { accountId: Number(accountId) }, 1000));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    const { endpointId } = await addAccountWithEndpoint(restored);
    const [next = 0] = await appendMany(restored, endpointId, 1);
    expect(next).toBeGreaterThan(Math.max(...kept));
    await restored.close();
  });

  test('replaces a file only if it was told to, and leaves nothing unfinished', async () => {
    await (await database.open()).close();
    writeFileSync(target, 'precious');
    await expect(backupStore(database.url, target)).rejects.toThrow(
      `Cannot copy the database ${database.url} (HOOKWELL_DATABASE_URL) to ${target}: that file exists already`,
    );
    await backupStore(database.url, target, { overwrite: true });
    const file = new DatabaseSync(target);
    expect(file.prepare('select count(*) as accounts from account').get()).toEqual({ accounts: 0 });
    file.close();
    expect(readdirSync(dirname(target)).sort()).toEqual(['backup.db', 'data']);
  });

  test('does not copy a database that is damaged', async () => {
    const store = await database.open();
    const { endpointId } = await addAccountWithEndpoint(store);
    await appendMany(store, endpointId, 100);
    await store.close();
    const file = new DatabaseSync(database.file, { defensive: false });
    file.exec(`pragma writable_schema = on;
      update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'session_by_account')
      where name = 'captured_request_by_endpoint'`);
    file.close();
    await expect(backupStore(database.url, target)).rejects.toThrow(/: the database is damaged: /);
    expect(readdirSync(dirname(target))).toEqual(['data']);
  });

  test('leaves nothing behind if it fails half-way', async () => {
    const store = await database.open();
    const { endpointId } = await addAccountWithEndpoint(store);
    await appendMany(store, endpointId, 5000);
    await store.close();
    truncateSync(database.file, statSync(database.file).size / 2);
    await expect(backupStore(database.url, target)).rejects.toThrow(/malformed/);
    expect(readdirSync(dirname(target))).toEqual(['data']);
  });

  test('needs a database, and a place to put the copy', async () => {
    await expect(backupStore(database.url, target)).rejects.toBeInstanceOf(CannotOpenStore);
    await (await database.open()).close();
    const folder = dirname(target);
    writeFileSync(target, 'no folder');
    const places: [target: string, reason: string][] = [
      [
        join(folder, 'missing', 'backup.db'),
        `there is no folder ${join(folder, 'missing')}: make it first`,
      ],
      [join(target, 'backup.db'), `there is no folder ${target}: make it first`],
      [folder, 'that is a folder: name a file in it'],
    ];
    for (const [place, reason] of places) {
      await expect(backupStore(database.url, place, { overwrite: true })).rejects.toThrow(
        `Cannot copy the database ${database.url} (HOOKWELL_DATABASE_URL) to ${place}: ${reason}`,
      );
    }
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'data']);
  });
});
