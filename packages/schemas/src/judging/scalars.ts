import { compareWithLimit, ExactNumber } from '../numbers/exact-number.ts';
import { isMultipleOf } from '../numbers/multiple-of.ts';
import { type Place, visible } from '../place.ts';
import type { Constants, NumberRules, StringRules } from '../schema/schema-node.ts';
import { valueKey } from '../values/value-key.ts';
import { ranks } from './report.ts';
import { differs, type Run } from './run.ts';
import { plural } from './words.ts';
import { stepsOf, type Work } from './work.ts';

const longestPattern = 80;

export function constantsHold(
  run: Run,
  all: readonly Constants[],
  value: unknown,
  place: Place | undefined,
): boolean {
  const isScalar = typeof value !== 'object' || value === null || value instanceof ExactNumber;
  let isFit = true;
  for (const { keys, hasContainers, isOne, shown } of all) {
    if ((isScalar || hasContainers) && keys.has(valueKey(value, run.work, 'schema'))) continue;
    isFit = differs(run, place, ranks.constant, constantProblem(isOne, shown, keys.size));
  }
  return isFit;
}

function constantProblem(isOne: boolean, shown: readonly string[], count: number): string {
  if (isOne) return shown[0] === undefined ? 'is not the one allowed value' : `is not ${shown[0]}`;
  if (shown.length === 0) return `is none of the ${count} allowed values`;
  return shown.length === 1 ? `is not ${shown[0]}` : `is none of ${shown.join(', ')}`;
}

export function numberFits(
  run: Run,
  rules: NumberRules,
  value: number | ExactNumber,
  place: Place | undefined,
): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  const problems: string[] = [];
  spendOnDigits(run.work, value);
  if (minimum !== undefined && compareWithLimit(value, minimum) < 0) {
    problems.push(`is less than ${minimum}`);
  }
  if (exclusiveMinimum !== undefined && compareWithLimit(value, exclusiveMinimum) <= 0) {
    problems.push(`is not more than ${exclusiveMinimum}`);
  }
  if (maximum !== undefined && compareWithLimit(value, maximum) > 0) {
    problems.push(`is more than ${maximum}`);
  }
  if (exclusiveMaximum !== undefined && compareWithLimit(value, exclusiveMaximum) >= 0) {
    problems.push(`is not less than ${exclusiveMaximum}`);
  }
  if (multipleOf !== undefined) {
    run.work.spend(value instanceof ExactNumber ? stepsOf.divisionOfExact : stepsOf.division);
    if (!isMultipleOf(value, multipleOf)) problems.push(`is no multiple of ${multipleOf}`);
  }
  for (const problem of problems) differs(run, place, ranks.value, problem);
  return problems.length === 0;
}

function spendOnDigits(work: Work, value: number | ExactNumber): void {
  if (value instanceof ExactNumber) work.spend(stepsOf.exactDecimal + value.length);
}

export function stringFits(
  run: Run,
  { minLength, maxLength, pattern }: StringRules,
  value: string,
  place: Place | undefined,
): boolean {
  let isFit = true;
  if (minLength !== undefined && isShorter(value, minLength, run.work)) {
    const problem = `is shorter than ${plural(minLength, 'character')}`;
    isFit = differs(run, place, ranks.value, problem);
  }
  if (maxLength !== undefined && !isShorter(value, maxLength + 1, run.work)) {
    const problem = `is longer than ${plural(maxLength, 'character')}`;
    isFit = differs(run, place, ranks.value, problem);
  }
  if (pattern !== undefined) {
    run.work.spend(stepsOf.exactDecimal + value.length);
    const problem = `does not match ${visible(pattern.source, longestPattern)}`;
    if (!pattern.test(value)) isFit = differs(run, place, ranks.value, problem);
  }
  return isFit;
}

/** Whether a text has fewer code points than that. They are counted only if the length leaves it open. */
function isShorter(text: string, length: number, work: Work): boolean {
  if (text.length < length) return true;
  if (text.length >= 2 * length) return false;
  work.spend(text.length);
  let count = 0;
  for (const _ of text) count += 1;
  return count < length;
}
