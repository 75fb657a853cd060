import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backupStore, openStore } from '../../src/store/open-store.ts';
import { type SqliteTestDatabase, silentLog, sqliteDatabase } from './sqlite-database.ts';
import { addAccount } from './store-rows.ts';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('the files of an SQLite database', () => {
  let database: SqliteTestDatabase;
  beforeEach(async () => {
    database = await sqliteDatabase();
  });
  afterEach(() => database.remove());

  const files = () => ['', '-wal', '-shm', '.lock'].map((suffix) => `${database.file}${suffix}`);
  const modes = () => files().map(mode);

  test('are for their owner alone, and so are the directories made for them', async () => {
    const store = await database.open();
    await addAccount(store);
    expect(modes()).toEqual(['600', '600', '600', '600']);
    await store.close();
    const directory = dirname(database.file);
    expect(mode(directory)).toBe('700');

    const deep = join(directory, 'one', 'two', 'hookwell.db');
    await (await openStore({ url: `sqlite:${deep}`, role: 'operator', log: silentLog })).close();
    expect([mode(dirname(dirname(deep))), mode(dirname(deep)), mode(deep)]).toEqual([
      '700',
      '700',
      '600',
    ]);
  });

  test('are so in a backup, also if that replaces a file', async () => {
    await (await database.open()).close();
    const backup = join(dirname(database.file), 'backup.db');
    await backupStore(database.url, backup);
    expect(mode(backup)).toBe('600');
    chmodSync(backup, 0o644);
    await backupStore(database.url, backup, { overwrite: true });
    expect(mode(backup)).toBe('600');
  });

  test('are so as well when the writer had to create them anew', async () => {
    const store = await database.open();
    await store.threads.writer.kill();
    for (const file of files().slice(0, 3)) rmSync(file, { force: true });
    const isWritable = (): Promise<boolean> =>
      store.checkWritable().then(
        () => true,
        () => false,
      );
    await expect.poll(isWritable, { timeout: 60_000 }).toBe(true);
    expect(modes()).toEqual(['600', '600', '600', '600']);
    await store.close();
  });

  test('keep the mode that they were given', async () => {
    const directory = dirname(database.file);
    mkdirSync(directory);
    chmodSync(directory, 0o750);
    writeFileSync(database.file, '');
    chmodSync(database.file, 0o640);
    const store = await database.open();
    await addAccount(store);
    expect(modes()).toEqual(['640', '640', '640', '600']);
    expect(mode(directory)).toBe('750');
    await store.close();
  });
});
