import { groupCommit } from './group-commit.model.ts';
import { knownEndpoints } from './known-endpoints.model.ts';
import type { Model } from './schedule.ts';
import { settings } from './settings.model.ts';
import { tail } from './tail.model.ts';
import { waitingAnswers } from './waiting-answers.model.ts';

/** All models, in the order of the report. */
export const models: readonly Model[] = [
  groupCommit,
  knownEndpoints,
  tail,
  settings,
  waitingAnswers,
];

/** A turn of a model has so many seconds' schedules, by its own figure. */
const secondsInTurn = 0.2;

/**
 * Tries schedules of all models in turn until the time is over; gives their number.
 * @throws with the shrunk counterexample, its seed and path, if a property does not hold
 */
export async function runInterleavings({
  seconds,
  seed,
}: {
  seconds: number;
  seed: number;
}): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let tried = 0;
  for (let turn = 0; performance.now() < until; turn += 1) {
    for (const { check, schedulesPerSecond } of models) {
      const schedules = Math.ceil(schedulesPerSecond * secondsInTurn);
      await check({ seed: seed + turn, schedules });
      tried += schedules;
    }
  }
  return tried;
}
