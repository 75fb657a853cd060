import { expect, inject, test } from 'vitest';
import { freshDatabase } from '../fresh-database.ts';
import { type Hostile, triedOn } from './hostile.ts';
import { hardHarmOf, measureAttack } from './measure-attack.ts';
import type { Experience } from './neighbour.ts';

/**
 * Tests that a well-behaved account gets on beside each of the hostile neighbours that are tried on this kind of
 * database. Operations that are too slow here take minutes, and count as refused (see the neighbour's patience). The attack goes
 * on until all that began meanwhile have ended, each kind twice at least.
 * Milliseconds mean little on a busy machine: `npm run bench:neighbours` holds the medians of a quiet one to their bound.
 */
export function testBeside(
  hostiles: readonly Hostile[],
  seconds = { quiet: 0.3, attacked: 0.6 },
): void {
  // It is the same on every new service, and bounds that allow for a busy machine need no better measure.
  let quiet: Experience | undefined;
  for (const hostile of triedOn(inject('store'), hostiles)) {
    test(`nobody is harmed beside ${hostile.name}`, async () => {
      await using database = await freshDatabase();
      const measured = await measureAttack(hostile, database.url, seconds, quiet);
      quiet = measured.quiet;
      expect(hardHarmOf(measured)).toEqual([]);
    });
  }
}
