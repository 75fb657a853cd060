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
