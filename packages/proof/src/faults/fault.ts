import type { Random } from '../../../server/test/random.ts';
import type { Feature, Store, World } from '../world/world.ts';

/** Something that goes wrong while clients are at work. */
export interface Fault {
  /** As the report names it: "a node is killed". */
  name: string;
  stores: readonly Store[];
  features: readonly Feature[];
  /**
   * Does the harm, lets it last a while (a second or some), and heals it: afterwards every node runs, though it may still recover.
   * Gives one line that says what happened, with all that was chosen by chance.
   */
  strike(world: World, random: Random): Promise<string>;
}
