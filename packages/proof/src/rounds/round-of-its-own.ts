import type { Random } from '../../../server/test/random.ts';
import { damage } from '../faults/damage.ts';
import { upgradeRound } from '../upgrade/upgrade-round.ts';
import type { Need } from '../world/needs.ts';
import type { Store } from '../world/world.ts';

/** What does not strike a service at work, but begins with files of its own: damaged ones, or those of an older version. */
export interface RoundOfItsOwn {
  /** As the report names it. */
  name: string;
  stores: readonly Store[];
  needs: readonly Need[];
  /** Gives one line that says what was tried, with all that was chosen by chance, and a sentence for each broken promise. */
  run(store: Store, random: Random): Promise<{ text: string; violations: readonly string[] }>;
}

/** All rounds of their own. */
export const roundsOfTheirOwn: readonly RoundOfItsOwn[] = [damage, upgradeRound];
