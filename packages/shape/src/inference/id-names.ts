import type { Place } from './place.ts';

const fewNames = 20;
/** One object in so many has a rare name. */
const rare = 10;

/**
 * Whether the names of the objects at a place are ids: there are over twenty, and none is in more than a tenth of these objects. So an object
 * that came fewer than ten times has names, as has one with any member that is common.
 */
export function hasIdsAsNames({ members, objects }: Place): boolean {
  if (members === undefined || members.size <= fewNames) return false;
  for (const { present } of members.values()) if (present * rare > objects) return false;
  return true;
}
