import type { AnsweredBy } from '../threads/messages.ts';
import { lookAtBody, matchBody } from './body-tasks.ts';
import { evaluate } from './evaluate-task.ts';
import { explainSignature } from './explain-task.ts';
import { findEvents, infer, printSchema } from './infer-task.ts';
import { redact } from './redact-task.ts';
import { checkContract, validate } from './validate-task.ts';

/** What the threads of the pool do. */
export const tasks = {
  start: (_: undefined): true => true,
  evaluate,
  explain: explainSignature,
  validate,
  checkContract,
  redact,
  lookAtBody,
  matchBody,
  findEvents,
  infer,
  printSchema,
};
export type PoolTasks = AnsweredBy<typeof tasks>;
