import { expect, test } from 'vitest';
import { Random } from '../../../server/test/random.ts';
import { failedSync } from '../../src/faults/failed-sync.ts';
import { fullDisk } from '../../src/faults/full-disk.ts';
import { powerFailure } from '../../src/faults/power-failure.ts';
import { slowDisk } from '../../src/faults/slow-disk.ts';
import { startWorld } from '../../src/world/world.ts';
import { acknowledgedDuring, acknowledgedUnder, lostOf, startVisitor } from './world-under-load.ts';

test('each fault of a disk strikes, and nothing acknowledged is lost; without fsync it is', async () => {
  await using world = await startWorld({ store: 'postgres', nodes: 1, features: ['disk'] });
  const { token } = await startVisitor(world);
  for (const [seed, fault] of [powerFailure, failedSync, fullDisk, slowDisk].entries()) {
    const acknowledged = await acknowledgedUnder(fault, world, { token, seed });
    await powerFailure.strike(world, new Random(seed));
    expect(await lostOf(world, acknowledged), fault.name).toEqual([]);
  }
  const { postgres, disk } = world;
  expect(postgres?.log, 'a failed sync').toContain('PANIC');

  await postgres?.set({ fsync: 'off' });
  const acknowledged = await acknowledgedDuring(world, token, (load) => load.more(200));
  await postgres?.kill();
  await disk?.loseUnsynced('nothing', 1);
  await postgres?.start();
  expect((await lostOf(world, acknowledged)).length).toBeGreaterThan(0);
});
