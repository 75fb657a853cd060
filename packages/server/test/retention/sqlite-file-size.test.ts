import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sqliteFileOf } from '../../src/database/sqlite/database-file.ts';
import { eventually } from '../eventually.ts';
import { startTestRetention } from './start-retention.ts';

test('the file of an SQLite database shrinks when much was purged', async () => {
  await using it = await startTestRetention();
  const scope = await it.endpoint(await it.account('plus'));
  await it.capture(scope, 40, 200_000);
  await it.store.captures.clear(scope);
  const size = (): number => statSync(sqliteFileOf(it.databaseUrl) ?? '').size;
  const full = size();
  expect(full).toBeGreaterThan(3_000_000);
  // The checkpoint that follows a step gives the space back.
  await eventually(
    async () => {
      await it.retention.runOnce();
      return size();
    },
    (now) => now < full / 2 || now < 3_000_000,
  );
});
