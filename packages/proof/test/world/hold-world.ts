/** A process of its own for the test that kills it: starts a world, holds its node still, and prints where both are as a line of JSON. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorld } from '../../src/world/world.ts';

const { file, nodes } = await startWorld({ store: 'sqlite', features: ['clocks'] });
for (const node of nodes) {
  node.freeze();
  const { pid, clock } = node;
  process.stdout.write(`${JSON.stringify({ pid, paths: [file, clock?.folder] })}\n`);
}
await sleep(600_000);
