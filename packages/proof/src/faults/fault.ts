import type { Random } from '../../../server/test/random.ts';
import type { Store, World } from '../world/world.ts';

/** What a fault takes beside npm. `root`: the rights of root on Linux. Others are programs of Debian's packages. */
export type Need = 'fuse' | 'faketime' | 'root';

/** How a world has to be made for a fault. */
export type Feature =
  /** Its database is on a disk of ours. */
  | 'disk'
  /** Its nodes have clocks that can be set. */
  | 'clocks'
  /** Its PostgreSQL has a standby. */
  | 'standby';

/** Something that goes wrong while clients are at work. */
export interface Fault {
  /** As the report names it: "a node is killed". */
  name: string;
  stores: readonly Store[];
  needs: readonly Need[];
  features: readonly Feature[];
  /**
   * Does the harm, lets it last a while (a second or some), and heals it: afterwards every node runs, though it may still recover.
   * Gives one line that says what happened, with all that was chosen by chance.
   */
  strike(world: World, random: Random): Promise<string>;
}
