import type { Need } from '../faults/fault.ts';

/** What this machine lacks of what faults need, each with the reason in a few words. */
export function missingNeeds(): Map<Need, string> {
  return new Map();
}
