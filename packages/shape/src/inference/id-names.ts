import type { Place } from './place.ts';

const fewNames = 20;
/** One object in so many has a rare name. */
const rare = 10;

/**
 * Whether the names of the objects at a place are ids: there are over twenty, and none is in more than a tenth of these objects. So an object
 * that came fewer than ten times has names, as has one with any member that is common.
 *
 * Measured: of the objects with over twenty names in all real payloads of the tests, by event and together, none is taken for a map. Of maps
 * made of random ids, three in each of a hundred objects, nine in ten are found with a hundred ids, all with three hundred; none is found
 * where one id is so frequent that it stands in over a tenth of the objects.
 */
export function hasIdsAsNames({ members, objects }: Place): boolean {
  if (members === undefined || members.size <= fewNames) return false;
  for (const { present } of members.values()) if (present * rare > objects) return false;
  return true;
}
