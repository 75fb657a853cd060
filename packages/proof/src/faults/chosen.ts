import type { PostgresServer } from '../../../server/test/postgres/postgres-server.ts';
import type { Random } from '../../../server/test/random.ts';
import type { ServiceNode } from '../world/node.ts';
import type { World } from '../world/world.ts';

/** How long something lasts, in whole milliseconds: short ones are as likely as long ones. */
export function durationMs(random: Random, shortest: number, longest: number): number {
  return Math.round(shortest * (longest / shortest) ** random.next());
}

/** For the line that a fault gives: "0.25 s". */
export function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

export function anyNode(world: World, random: Random): ServiceNode {
  return random.pick(world.nodes) ?? missing('a node');
}

/** One node in most cases, else all of them. */
export function oneOrAllNodes(world: World, random: Random): readonly ServiceNode[] {
  const one = anyNode(world, random);
  return random.chance(0.75) ? [one] : world.nodes;
}

/** For the line that a fault gives: "node 2", "nodes 0, 1, 2". */
export function named(nodes: readonly ServiceNode[]): string {
  return `${nodes.length === 1 ? 'node' : 'nodes'} ${nodes.map(({ number }) => number).join(', ')}`;
}

/** The server that the nodes use now. */
export function postgresOf({ postgres }: World): PostgresServer {
  return postgres ?? missing('PostgreSQL');
}

export function missing(what: string): never {
  throw new Error(`this world lacks ${what}`);
}
