import type { Operation } from '../history/operation.ts';
import { gatherFacts } from './facts.ts';
import { markedRemovals } from './unclear-clears.ts';

/** What a history can prove of the captures whose senders were told that they are stored. */
export interface Weight {
  acknowledged: number;
  /** Every read to the end must have them: a loss is noticed. */
  kept: number;
  /** An acknowledged removal took them for certain: they must not come back. */
  removed: number;
  /** Perhaps removed, by a call without an answer or at the same time: their loss would be excused. */
  uncertain: number;
}

/** Counts what a history can prove: one without violations proves little if much is uncertain. */
export function weigh(operations: readonly Operation[]): Weight {
  const facts = gatherFacts(operations);
  markedRemovals(facts);
  const weight: Weight = { acknowledged: 0, kept: 0, removed: 0, uncertain: 0 };
  for (const { isAcknowledged, isGoneBy, mayBeGoneFrom } of facts.captures.all) {
    if (!isAcknowledged) continue;
    weight.acknowledged += 1;
    if (isGoneBy < Number.POSITIVE_INFINITY) weight.removed += 1;
    else if (mayBeGoneFrom === Number.POSITIVE_INFINITY) weight.kept += 1;
    else weight.uncertain += 1;
  }
  return weight;
}
