import { setTimeout as sleep } from 'node:timers/promises';
import { durationMs, named, oneOrAllNodes } from './chosen.ts';
import type { Fault } from './fault.ts';

/** Connections between nodes and PostgreSQL are reset, whatever is on its way: all of them or some, once or again and again. */
export const cutNetwork: Fault = {
  name: 'connections to PostgreSQL are reset',
  stores: ['postgres'],
  features: [],
  async strike(world, random) {
    const nodes = oneOrAllNodes(world, random);
    const share = random.pick([1, 0.5, 0.2]);
    const times = 1 + random.below(10);
    let cut = 0;
    for (let time = 0; time < times; time += 1) {
      for (const { proxy } of nodes) cut += proxy?.cutSome(share, () => random.next()) ?? 0;
      await sleep(durationMs(random, 10, 500));
    }
    return `${named(nodes)}: ${cut} connections reset, each with a chance of ${share}, ${times} times`;
  },
};
