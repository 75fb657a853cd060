import { setTimeout as sleep } from 'node:timers/promises';
import { anyNode, durationMs, named, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/** A node ends in order, as a deployment ends it: it must answer what it has accepted, and exit with 0. */
export const stoppedNode: Fault = {
  name: 'a node is stopped and started',
  stores: ['sqlite', 'postgres'],
  features: [],
  async strike(world, random) {
    const node = anyNode(world, random);
    const downMs = durationMs(random, 20, 2000);
    const code = await node.end('SIGTERM');
    await sleep(downMs);
    await node.start();
    if (code !== 0) throw new Error(`node ${node.number} ended with ${code} after SIGTERM`);
    return `stopped ${named([node])}, started after ${seconds(downMs)}`;
  },
};
