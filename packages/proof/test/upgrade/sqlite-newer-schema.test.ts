import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { migrations } from '../../../server/src/database/sqlite/schema/migrations.ts';
import { openStore } from '../../../server/src/store/open-store.ts';
import { freshDatabase } from '../../../server/test/fresh-database.ts';
import { startRefused } from '../../../server/test/server-process.ts';
import { fixtureDatabase } from '../../src/upgrade/fixture.ts';

test('a file with a newer schema is refused in one sentence, and no byte of it changes', async () => {
  await using database = await freshDatabase();
  const file = database.url.replace('sqlite:', '');
  const newer = migrations.length + 1;
  writeFileSync(file, fixtureDatabase({ store: 'sqlite', number: migrations.length }));
  const future = new DatabaseSync(file);
  future.exec(`alter table endpoint add column future text not null default 'unknown today';
    pragma user_version = ${newer}`);
  future.close();
  const before = readFileSync(file);

  const { code, standardError } = await startRefused({ databaseUrl: database.url });
  expect(code).toBe(1);
  const sentence = `its schema has version ${newer}, but this Hookwell knows versions up to ${migrations.length}: start a newer Hookwell`;
  expect(standardError).toMatch(/^hookwell: [^\n]*\n$/);
  expect(standardError).toContain(sentence);
  const log = pino({ level: 'silent' });
  await expect(openStore({ url: database.url, role: 'operator', log })).rejects.toThrow(sentence);
  expect(readFileSync(file).equals(before)).toBe(true);
  const others = readdirSync(dirname(file)).filter((name) => /-wal$|-journal$/.test(name));
  expect(others.filter((name) => readFileSync(`${dirname(file)}/${name}`).length > 0)).toEqual([]);
});
