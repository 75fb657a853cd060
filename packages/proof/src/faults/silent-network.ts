import { setTimeout as sleep } from 'node:timers/promises';
import type { Direction } from '../../../server/test/postgres/database-proxy.ts';
import { durationMs, named, oneOrAllNodes, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/** Nothing that nodes send reaches PostgreSQL, while what it sends comes through. */
export const deafDatabase = silence('what a node sends does not reach PostgreSQL', ['toDatabase']);

/** PostgreSQL does what it is asked, and nodes do not hear of it. */
export const muteDatabase = silence('what PostgreSQL answers does not reach a node', ['toNode']);

/** Nothing comes through in either direction, and no connection is closed. */
export const lostDatabase = silence('a node and PostgreSQL hear nothing of each other', [
  'toDatabase',
  'toNode',
]);

/** At its end everything arrives that was held back, or the connections are cut with all that was on its way. */
function silence(name: string, directions: readonly Direction[]): Fault {
  return {
    name,
    stores: ['postgres'],
    features: [],
    async strike(world, random) {
      const nodes = oneOrAllNodes(world, random);
      const silentMs = durationMs(random, 200, 10_000);
      const isCut = random.chance(0.5);
      for (const { proxy } of nodes) proxy?.pause(directions);
      await sleep(silentMs);
      for (const { proxy } of nodes) {
        if (isCut) proxy?.cutAll();
        proxy?.resume();
      }
      const end = isCut ? 'connections cut' : 'what was held back arrived';
      return `${named(nodes)}: nothing ${directions.join(', ')} for ${seconds(silentMs)}, then ${end}`;
    },
  };
}
