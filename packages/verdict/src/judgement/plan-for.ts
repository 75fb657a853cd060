import { printDuration } from '../language/duration.ts';
import type { Expectation } from '../language/expectation.ts';
import { neededIn } from './count.ts';

const usualAttempts = 4;
/** Steps of a plan may be silent for this long. */
const longestSilenceMs = 120_000;
/** The most steps of a plan. */
const mostSteps = 100;

/** The answers that show whether a sender meets the expectations: failures of the kinds that they ask about, then a 200. */
export function planFor(expectations: readonly Expectation[]): string[] {
  const kinds = expectations.flatMap(stepFor);
  const needed = Math.max(neededIn(expectations) ?? usualAttempts, kinds.length + 3);
  const plain = Math.min(needed, mostSteps) - 1 - kinds.length;
  return [...Array.from({ length: plain }, () => '500'), ...kinds, '200'];
}

function stepFor(expectation: Expectation): string[] {
  if (expectation.kind === 'honours-retry-after') return ['429 retry-after=5'];
  if (expectation.kind !== 'timeout') return [];
  const silenceMs = Math.min(longestSilenceMs, Math.ceil(expectation.ms * 1.5) + 1000);
  return [`timeout ${printDuration(silenceMs)}`];
}
