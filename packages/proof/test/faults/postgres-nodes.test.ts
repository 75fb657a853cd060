import { test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startWorld } from '../../src/world/world.ts';
import { expectOutlived, plainFaults } from './expect-outlived.ts';
import { MarkedLoad } from './marked-load.ts';

const world = forFile(await startWorld({ store: 'postgres', nodes: 2, features: ['clocks'] }));
const load = forFile(await MarkedLoad.start(world));

test.for(plainFaults('postgres'))('nothing acknowledged is lost when $name', async (fault) => {
  await expectOutlived(world, load, fault);
});
