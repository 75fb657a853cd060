import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../server/test/random.ts';
import type { ServiceNode } from '../world/node.ts';
import { anyNode, durationMs, named, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/** The process of a node ends at some moment of its work, and sometimes once more while it starts. */
export const killedNode: Fault = {
  name: 'a node is killed',
  stores: ['sqlite', 'postgres'],
  features: [],
  strike: async (world, random) => await killAndStart([anyNode(world, random)], random),
};

/** Several nodes end at the same moment, perhaps all of them. */
export const killedNodes: Fault = {
  name: 'several nodes are killed at once',
  stores: ['postgres'],
  features: [],
  async strike(world, random) {
    const count = 2 + random.below(world.nodes.length - 1);
    const first = random.below(world.nodes.length);
    const inTurn = [...world.nodes.slice(first), ...world.nodes.slice(0, first)];
    return await killAndStart(inTurn.slice(0, count), random);
  },
};

async function killAndStart(nodes: readonly ServiceNode[], random: Random): Promise<string> {
  const downMs = durationMs(random, 20, 3000);
  const againMs = random.chance(0.3) ? durationMs(random, 20, 1000) : undefined;
  await Promise.all(nodes.map((node) => node.end('SIGKILL')));
  await sleep(downMs);
  if (againMs !== undefined)
    await Promise.all(nodes.map((node) => killWhileItStarts(node, againMs)));
  await Promise.all(nodes.map((node) => node.start()));
  const again = againMs === undefined ? '' : `, killed again after ${seconds(againMs)}`;
  return `killed ${named(nodes)}, started after ${seconds(downMs)}${again}`;
}

async function killWhileItStarts(node: ServiceNode, afterMs: number): Promise<void> {
  // Whether it is ready before its end does not matter.
  const started = node.start().catch(() => undefined);
  await sleep(afterMs);
  await node.end('SIGKILL');
  await started;
}
