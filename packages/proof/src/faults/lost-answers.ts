import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../server/test/eventually.ts';
import { anyNode, durationMs, missing, named, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/**
 * PostgreSQL commits, and its answer is lost with the connection: nobody but the database knows that a group is stored. It is one answer
 * alone, or for a while those of all connections, also of new ones.
 */
export const lostAnswers: Fault = {
  name: 'answers of PostgreSQL are lost',
  stores: ['postgres'],
  features: [],
  async strike(world, random) {
    const node = anyNode(world, random);
    const { proxy = missing('a network') } = node;
    const lossesMs = random.chance(0.5) ? 0 : durationMs(random, 20, 3000);
    const losing = proxy.loseAnswers();
    try {
      await eventually(() => losing.lost);
      await sleep(lossesMs);
    } finally {
      losing.stop();
    }
    return `${named([node])}: ${losing.lost} answers lost in ${seconds(lossesMs)}, with their connections`;
  },
};
