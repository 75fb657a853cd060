import type { Match } from '../language/match.ts';
import { type RequestSize, WorkEstimate } from './work-estimate.ts';

/** Matches are plain data; what was made of each is kept as long as it is. */
const estimates = new WeakMap<Match, WorkEstimate>();

/** The most steps that applying a match to a request may take, its body at hand or in chunks of at least 1 KiB. */
export function matchWork(match: Match, size: RequestSize): number {
  let estimate = estimates.get(match);
  if (estimate === undefined) {
    estimate = new WorkEstimate({ inChunks: true });
    estimate.addMatch(match);
    estimates.set(match, estimate);
  }
  return estimate.stepsFor(size);
}
