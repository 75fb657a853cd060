import { expect, inject, test } from 'vitest';
import { freshDatabase } from '../fresh-database.ts';
import { type Hostile, triedOn } from './hostile.ts';
import { type Attacked, hardHarmOf, harmOf, measureAttack } from './measure-attack.ts';

interface Trial {
  /** How long the neighbour uses the service alone, and then beside the attack. */
  seconds: { quiet: number; attacked: number };
  /** What counts as harm. */
  harmOf: (measured: Attacked) => string[];
}

/** In `npm test`, beside other tests: milliseconds mean nothing there. */
const inBrief: Trial = { seconds: { quiet: 1, attacked: 1.5 }, harmOf: hardHarmOf };
/** By itself. */
export const atLength: Trial = { seconds: { quiet: 3, attacked: 6 }, harmOf };

/**
 * Tests that a well-behaved account gets on beside each of the hostile neighbours that are tried on this kind of
 * database. Operations that are too slow here take minutes, and count as refused (see the neighbour's patience).
 */
export function testBeside(hostiles: readonly Hostile[], trial: Trial = inBrief): void {
  for (const hostile of triedOn(inject('store'), hostiles)) {
    test(`nobody is harmed beside ${hostile.name}`, async () => {
      await using database = await freshDatabase();
      const measured = await measureAttack(hostile, database.url, trial.seconds);
      expect(trial.harmOf(measured)).toEqual([]);
    });
  }
}
