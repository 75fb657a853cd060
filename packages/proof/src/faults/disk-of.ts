import type { Disk } from '../disk/disk.ts';
import type { World } from '../world/world.ts';

/**
 * The disk of a world that was made with the feature `disk`.
 * @throws {Error} if it was not
 */
export function diskOf({ disk }: World): Disk {
  if (disk === undefined) throw new Error('the database of this world is on no disk of ours');
  return disk;
}
