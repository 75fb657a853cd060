import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../server/test/random.ts';
import type { ServiceNode } from '../world/node.ts';
import { anyNode, durationMs, missing, named, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

const hourMs = 60 * 60 * 1000;
/** Two clocks that differ by twice as much end no session of a guest, which lives for a week. */
const longestJumpMs = 36 * hourMs;

/** The clock of a node that runs jumps, ahead or back, and after a while to the right time. It may be started again meanwhile. */
export const jumpingClock: Fault = {
  name: 'the clock of a node jumps',
  stores: ['sqlite', 'postgres'],
  features: ['clocks'],
  strike: (world, random) => setWrong([anyNode(world, random)], random),
};

/** Each node has another time. */
export const differingClocks: Fault = {
  name: 'the clocks of nodes differ',
  stores: ['postgres'],
  features: ['clocks'],
  strike: (world, random) => setWrong(world.nodes, random),
};

async function setWrong(nodes: readonly ServiceNode[], random: Random): Promise<string> {
  const wrongMs = durationMs(random, 500, 8000);
  const jumps = nodes.map((node) => ({ node, aheadMs: anyJump(random) }));
  const [started] = random.chance(0.3) ? nodes : [];
  await Promise.all(jumps.map(({ node, aheadMs }) => setClock(node, aheadMs)));
  await sleep(wrongMs / 2);
  if (started !== undefined) {
    await started.end('SIGKILL');
    await started.start();
  }
  await sleep(wrongMs / 2);
  await Promise.all(nodes.map((node) => setClock(node, 0)));
  const set = jumps.map(({ node, aheadMs }) => `${named([node])} by ${seconds(aheadMs)}`);
  const again = started === undefined ? '' : `, ${named([started])} killed and started meanwhile`;
  return `clocks ahead for ${seconds(wrongMs)}: ${set.join(', ')}${again}`;
}

/** Ahead or back, by a second to hours. */
function anyJump(random: Random): number {
  const ms = durationMs(random, 1000, longestJumpMs);
  return random.chance(0.5) ? ms : -ms;
}

function setClock({ clock = missing('clocks') }: ServiceNode, aheadMs: number): Promise<void> {
  return clock.set(aheadMs);
}
