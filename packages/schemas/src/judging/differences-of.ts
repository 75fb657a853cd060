import type { Difference } from '../difference.ts';
import type { CheckedSchema } from '../schema/schema-node.ts';
import { fits } from './fits.ts';
import { Report } from './report.ts';
import type { Run } from './run.ts';
import { mostStepsOfJudging, TooMuchWork, Work } from './work.ts';

/** So many differences are told unless the caller says otherwise. */
const usualDifferences = 10;

/**
 * What keeps a value from fitting a schema, in words, the most telling first; empty if it fits. No value of it is told,
 * only names.
 * @param value as `readJsonValue` gives it, or any other JSON value
 * @param mostSteps bounds the work: half as much again is done to tell, as far as it gets
 * @throws {TooMuchWork} if that does not suffice to judge
 */
export function differencesOf(
  schema: CheckedSchema,
  value: unknown,
  most = usualDifferences,
  mostSteps = mostStepsOfJudging,
): Difference[] {
  const judging = runOf(schema, new Work(mostSteps));
  if (fits(judging, schema.root, value, undefined)) return [];
  const work = new Work(mostSteps / 2);
  const report = new Report(work);
  try {
    fits({ ...runOf(schema, work), report }, schema.root, value, undefined);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    report.isCut = true;
  }
  const differences = report.differences(most);
  if (differences.length > 0) return differences;
  return [{ path: '', problem: 'The body does not fit, and to tell why takes too much work' }];
}

function runOf({ hasDynamicReferences }: CheckedSchema, work: Work): Run {
  return { work, report: undefined, scope: hasDynamicReferences ? [] : undefined };
}
