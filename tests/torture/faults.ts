import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../packages/server/test/eventually.ts';
import type { Random } from '../../packages/server/test/random.ts';
import type { ServiceNode, World } from './world.ts';

/** Something that goes wrong while clients are at work. */
export interface Fault {
  name: string;
  isOfPostgres: boolean;
  /** Does the harm, lets it last for a moment, and heals it. Returns one line with all that was chosen by chance. */
  strike(world: World, random: Random): Promise<string>;
}

/** All faults. */
export const faults: readonly Fault[] = [
  {
    name: 'nodes are killed',
    isOfPostgres: false,
    async strike({ nodes }, random) {
      const struck = someOf(nodes, random);
      const downMs = duration(random, 20, 2000);
      await Promise.all(struck.map((node) => node.end('SIGKILL')));
      await sleep(downMs);
      await Promise.all(struck.map((node) => node.start()));
      return `${named(struck)}, down for ${downMs} ms`;
    },
  },
  {
    name: 'a node is stopped in order',
    isOfPostgres: false,
    async strike({ nodes }, random) {
      const node = random.pick(nodes);
      const code = await node.end('SIGTERM');
      await node.start();
      if (code !== 0) throw new Error(`${named([node])} ended with ${code} after SIGTERM`);
      return named([node]);
    },
  },
  {
    name: 'a node stands still',
    isOfPostgres: false,
    async strike({ nodes }, random) {
      const node = random.pick(nodes);
      // Past 10 s another node takes over what one node does for all.
      const stillMs = duration(random, 100, 12_000);
      node.signal('SIGSTOP');
      await sleep(stillMs);
      node.signal('SIGCONT');
      return `${named([node])} for ${stillMs} ms`;
    },
  },
  {
    name: 'PostgreSQL is restarted',
    isOfPostgres: true,
    async strike(world, random) {
      const postgres = postgresOf(world);
      const way = random.pick(['kill', 'stop']);
      const downMs = duration(random, 20, 3000);
      await postgres[way]();
      await sleep(downMs);
      await postgres.start();
      return `by ${way}, down for ${downMs} ms`;
    },
  },
  {
    name: 'connections to PostgreSQL are cut',
    isOfPostgres: true,
    async strike({ nodes }, random) {
      const cuts = 1 + random.below(5);
      let count = 0;
      for (let cut = 0; cut < cuts; cut += 1) {
        const share = random.pick([0.3, 1]);
        for (const { proxy } of someOf(nodes, random))
          count += proxy?.cutSome(share, () => random.next()) ?? 0;
        await sleep(duration(random, 10, 500));
      }
      return `${count} in ${cuts} cuts`;
    },
  },
  {
    name: 'the network to PostgreSQL is silent',
    isOfPostgres: true,
    async strike({ nodes }, random) {
      const struck = someOf(nodes, random);
      const directions = random.pick([
        ['toDatabase'],
        ['toNode'],
        ['toDatabase', 'toNode'],
      ] as const);
      const silentMs = duration(random, 200, 8000);
      const isCut = random.chance(0.5);
      for (const { proxy } of struck) proxy?.pause(directions);
      await sleep(silentMs);
      for (const { proxy } of struck) {
        if (isCut) proxy?.cutAll();
        proxy?.resume();
      }
      const end = isCut ? 'then cut' : 'then everything arrived';
      return `${named(struck)}, ${directions.join(' and ')}, for ${silentMs} ms, ${end}`;
    },
  },
  {
    name: 'PostgreSQL commits, and its answers are lost',
    isOfPostgres: true,
    async strike({ nodes }, random) {
      const node = random.pick(nodes);
      if (node.proxy === undefined) throw new Error(`${named([node])} has no network`);
      const losing = node.proxy.loseAnswers();
      try {
        await eventually(() => losing.lost);
        await sleep(duration(random, 1, 2000));
      } finally {
        losing.stop();
      }
      return `${named([node])}, ${losing.lost} answers`;
    },
  },
];

/** Milliseconds. Short times are as likely as long ones. */
function duration(random: Random, shortest: number, longest: number): number {
  return Math.round(shortest * (longest / shortest) ** random.next());
}

/** One node, or all of them. */
function someOf(nodes: readonly ServiceNode[], random: Random): readonly ServiceNode[] {
  return random.chance(0.3) ? nodes : [random.pick(nodes)];
}

function named(nodes: readonly ServiceNode[]): string {
  return `node ${nodes.map(({ number }) => number).join(', ')}`;
}

function postgresOf({ postgres }: World) {
  if (postgres === undefined) throw new Error('this world has no PostgreSQL');
  return postgres;
}
