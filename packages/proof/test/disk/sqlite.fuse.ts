import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { backupSqlite } from '../../../server/src/store/sqlite/backup.ts';
import { Random } from '../../../server/test/random.ts';
import { send } from '../../../server/test/start-server.ts';
import { failedSync } from '../../src/faults/failed-sync.ts';
import { fullDisk } from '../../src/faults/full-disk.ts';
import { powerFailure } from '../../src/faults/power-failure.ts';
import { slowDisk } from '../../src/faults/slow-disk.ts';
import { startWorld, type World } from '../../src/world/world.ts';
import { acknowledgedDuring, acknowledgedUnder, lostOf, startVisitor } from './world-under-load.ts';

/** The power fails and nothing unsynced survives. */
async function failPower({ nodes, disk }: World): Promise<void> {
  await nodes[0]?.end('SIGKILL');
  await disk?.loseUnsynced('nothing', 1);
  await nodes[0]?.start();
}

test('what was acknowledged in the first moments of a new database survives, with its secrets', async () => {
  await using world = await startWorld({ store: 'sqlite', features: ['disk'] });
  const { visitor, token } = await startVisitor(world);
  const secret = 'a-secret-of-github';
  await visitor.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
    verify: { scheme: 'github', secrets: [secret] },
  });
  await failPower(world);
  const body = '{}';
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const { status, id } = await send(visitor.server, token, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  });
  expect(status).toBe(200);
  expect(await visitor.ask(200, 'GET', `/api/requests/${id}`)).toMatchObject({
    signature: { verdict: 'valid' },
  });
});

test('a copy that was made survives', async () => {
  await using world = await startWorld({ store: 'sqlite', features: ['disk'] });
  const { token } = await startVisitor(world);
  const acknowledged = await acknowledgedDuring(world, token, (load) => load.more(200, 20));
  const { file = '', disk } = world;
  const copy = join(disk?.path ?? '', 'copy.db');
  backupSqlite(file, copy, false);
  await failPower(world);
  const database = new DatabaseSync(copy, { readOnly: true });
  const [row] = database.prepare('select count(*) as count from captured_request').all();
  database.close();
  expect(row?.count).toBeGreaterThanOrEqual(acknowledged.size);
});

test('each fault of a disk strikes, and nothing acknowledged is lost', async () => {
  await using world = await startWorld({ store: 'sqlite', features: ['disk'] });
  const { token } = await startVisitor(world);
  for (const [seed, fault] of [powerFailure, failedSync, fullDisk, slowDisk].entries()) {
    const acknowledged = await acknowledgedUnder(fault, world, { token, seed });
    await powerFailure.strike(world, new Random(seed));
    expect(await lostOf(world, acknowledged), fault.name).toEqual([]);
  }
});

test('a server that does not sync loses what it acknowledged', async () => {
  await using world = await startWorld({ store: 'sqlite', features: ['disk'] });
  const { token } = await startVisitor(world);
  await world.nodes[0]?.end('SIGTERM');
  const preload = `
    import { DatabaseSync } from 'node:sqlite';
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      return exec.call(this, sql.replaceAll('synchronous = full', 'synchronous = off'));
    };
  `;
  const environment = world.nodes[0]?.environment ?? {};
  environment.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(preload)}`;
  await world.nodes[0]?.start();
  const acknowledged = await acknowledgedDuring(world, token, (load) => load.more(200));
  await failPower(world);
  expect((await lostOf(world, acknowledged)).length).toBeGreaterThan(0);
});
