import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../fresh-database.ts';
import { startAttackedServer, watchMemory } from './attacked-server.ts';
import { hostilesFor } from './hostiles.ts';
import type { Figures } from './latencies.ts';
import { type Experience, startHostile, startNeighbour } from './neighbour.ts';

/** How long the neighbour uses the service under attack, in seconds. */
const underAttack = 2;

/**
 * What is slow here is slow by minutes where something is wrong; how it compares with a quiet service is measured by
 * `npm run bench:neighbours`, since a machine that runs other tests as well says little of milliseconds.
 */
const longest = 8_000;
const mostMemory = 512;

describe.each(hostilesFor(inject('store')))('beside $name', (hostile) => {
  let database: FreshDatabase;
  let experience: Experience;
  let memory: number;
  let exitCode: number | null;

  beforeAll(async () => {
    database = await freshDatabase();
    await using server = await startAttackedServer(hostile, database.url);
    await using neighbour = await startNeighbour(server);
    const target = { url: server.url, databaseUrl: database.url };
    const watched = watchMemory(server.pid);
    await using attack = await startHostile(hostile, target);
    experience = await neighbour.use(underAttack);
    memory = watched.highest;
    watched.stop();
    await attack[Symbol.asyncDispose]();
    exitCode = await server.end('SIGTERM');
  }, 120_000);

  afterAll(() => database[Symbol.asyncDispose]());

  test.each(['captures', 'reads', 'largeReads', 'events'] as const)('%s go on', (operation) => {
    const figures: Figures = experience[operation];
    expect(figures).toMatchObject({ refusedCount: 0 });
    expect(figures.count).toBeGreaterThan(0);
    expect(figures.max).toBeLessThan(longest);
  });

  test('its memory is bounded', () => {
    expect(memory).toBeGreaterThan(0);
    expect(memory).toBeLessThan(mostMemory);
  });

  test('the service stops as it should', () => {
    expect(exitCode).toBe(0);
  });
});
