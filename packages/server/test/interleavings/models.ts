import { groupCommit } from './group-commit.model.ts';
import type { Model } from './schedule.ts';
import { tail } from './tail.model.ts';

/** All models, in the order of the report. */
export const models: readonly Model[] = [groupCommit, tail];
