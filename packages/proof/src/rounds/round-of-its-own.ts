import type { Random } from '../../../server/test/random.ts';
import { damage } from '../faults/damage.ts';
import type { Store } from '../world/world.ts';

/** What does not strike a service at work, but begins with files of its own, which are damaged. */
export interface RoundOfItsOwn {
  /** As the report names it. */
  name: string;
  stores: readonly Store[];
  /** Gives one line that says what was tried, with all that was chosen by chance, and a sentence for each broken promise. */
  run(store: Store, random: Random): Promise<{ text: string; violations: readonly string[] }>;
}

/** All rounds of their own. */
export const roundsOfTheirOwn: readonly RoundOfItsOwn[] = [damage];
