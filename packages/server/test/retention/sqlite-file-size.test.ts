import { statSync } from 'node:fs';
import { test } from 'vitest';
import { sqliteFileOf } from '../../src/database/sqlite/database-file.ts';
import { eventually } from '../eventually.ts';
import { startTestRetention } from './start-retention.ts';

test('the file of an SQLite database shrinks when much was purged', async () => {
  await using it = await startTestRetention();
  const scope = await it.endpoint(await it.account('plus'));
  await it.capture(scope, 40, 200_000);
  const size = (): number => statSync(sqliteFileOf(it.databaseUrl) ?? '').size;
  // Captures come into the file a little later.
  const full = await eventually(size, (now) => now > 3_000_000);
  await it.store.captures.clear(scope);
  // The checkpoint that follows a step gives the space back.
  await eventually(
    async () => {
      await it.retention.runOnce();
      return size();
    },
    (now) => now < full / 2 || now < 3_000_000,
  );
});
