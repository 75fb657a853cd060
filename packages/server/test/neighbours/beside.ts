import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../fresh-database.ts';
import { startAttackedServer, watchMemory } from './attacked-server.ts';
import { type Hostile, triedOn } from './hostile.ts';
import type { Figures } from './latencies.ts';
import { type Experience, startHostile, startNeighbour } from './neighbour.ts';

/** The time that the neighbour uses the service under attack. */
const underAttackSeconds = 1.5;

const mostMemoryMebibytes = 512;

/**
 * Tests that a well-behaved account gets on beside each of the hostile neighbours that are tried on this kind of
 * database. Operations that are too slow here take minutes, and count as refused (see the neighbour's patience).
 * `npm run bench:neighbours` compares with a quiet service, since milliseconds mean little on a busy machine.
 */
export function testBeside(hostiles: readonly Hostile[]): void {
  describe.each(triedOn(inject('store'), hostiles))('beside $name', besideOne);
}

function besideOne(hostile: Hostile): void {
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
    experience = await neighbour.use(underAttackSeconds);
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
  });

  test('its memory is bounded', () => {
    expect(memory).toBeGreaterThan(0);
    expect(memory).toBeLessThan(mostMemoryMebibytes);
  });

  test('the service stops as it should', () => {
    expect(exitCode).toBe(0);
  });
}
