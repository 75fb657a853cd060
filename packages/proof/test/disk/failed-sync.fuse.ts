import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { startProcess } from '../../../server/test/store/running-process.ts';
import { startDisk } from '../../src/disk/disk.ts';

test('what is stored after a failed sync and a restart survives the end of power', async () => {
  await using disk = await startDisk({ namesWith: 'directory' });
  const file = join(disk.path, 'data/hookwell.db');
  const appending = async () => {
    const store = startProcess(`sqlite:${file}`, 'append');
    await eventually(() => store.acknowledged().length >= 50);
    return store;
  };
  const before = await appending();
  expect(await disk.failNextSync()).toBe('data/hookwell.db-wal');
  // Before it can write over what the sync should have brought to the disk.
  await before.kill();
  const after = await appending();
  await after.kill();
  await disk.loseUnsynced('nothing', 1);

  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('select id from captured_request').all();
  database.close();
  const stored = new Set(rows.map(({ id }) => Number(id)));
  const acknowledged = [...before.acknowledged(), ...after.acknowledged()];
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});
