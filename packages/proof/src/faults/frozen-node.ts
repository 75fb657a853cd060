import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceNode } from '../world/node.ts';
import { anyNode, durationMs, missing, named, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/** A node stands still, as a machine does that swaps or is moved; its connections stay. */
export const frozenNode: Fault = {
  name: 'a node stands still',
  stores: ['sqlite', 'postgres'],
  features: [],
  async strike(world, random) {
    const node = anyNode(world, random);
    const frozenMs = durationMs(random, 100, 8000);
    await freeze(node, frozenMs);
    return `${named([node])} stood still for ${seconds(frozenMs)}`;
  },
};

/**
 * The node that works for all nodes stands still, mostly for longer than it leads without a sign of life (10 s): another one takes over,
 * and this one must learn of it.
 */
export const frozenLeader: Fault = {
  name: 'the leading node stands still',
  stores: ['postgres'],
  features: [],
  async strike(world, random) {
    const frozenMs = durationMs(random, 2000, 14_000);
    const node = (await leaderOf(world.nodes)) ?? anyNode(world, random);
    await freeze(node, frozenMs);
    return `${named([node])}, the leader, stood still for ${seconds(frozenMs)}`;
  },
};

async function freeze(node: ServiceNode, forMs: number): Promise<void> {
  node.freeze();
  await sleep(forMs);
  node.thaw();
}

/** The node that says that it leads; undefined while none does, as for some seconds after a leader's end. */
async function leaderOf(nodes: readonly ServiceNode[]): Promise<ServiceNode | undefined> {
  const leads = await Promise.all(
    nodes.map(async ({ url }) => {
      const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5000) });
      const value = /^hookwell_leader (\d)$/m.exec(await response.text())?.[1];
      return (value ?? missing('the figure of leaders')) === '1';
    }),
  );
  return nodes.find((_, index) => leads[index]);
}
