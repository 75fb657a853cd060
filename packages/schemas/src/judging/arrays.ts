import type { Place } from '../place.ts';
import type { ArrayRules, SchemaNode } from '../schema/schema-node.ts';
import { valueKey } from '../values/value-key.ts';
import { ranks } from './report.ts';
import { differs, type Evaluated, type Fits, placeIn, type Run } from './run.ts';
import { plural } from './words.ts';
import { stepsOf } from './work.ts';

/** Judges the items of an array. */
export function arrayFits(
  run: Run,
  rules: ArrayRules,
  value: readonly unknown[],
  place: Place | undefined,
  evaluated: Evaluated | undefined,
  fits: Fits,
): boolean {
  const { minItems, maxItems, uniqueItems, contains } = rules;
  let isFit = true;
  if (minItems !== undefined && value.length < minItems) {
    isFit = differs(run, place, ranks.value, `has fewer than ${plural(minItems, 'item')}`);
  }
  if (maxItems !== undefined && value.length > maxItems) {
    isFit = differs(run, place, ranks.value, `has more than ${plural(maxItems, 'item')}`);
  }
  if (!isFit && run.report === undefined) return false;
  isFit = itemsFit(run, rules, value, place, evaluated, fits) && isFit;
  if (!isFit && run.report === undefined) return false;
  if (contains !== undefined) {
    isFit = containsFits(run, rules, contains, value, place, evaluated, fits) && isFit;
  }
  if (uniqueItems === true && hasEqualItems(value, run)) {
    isFit = differs(run, place, ranks.value, 'has equal items');
  }
  return isFit;
}

function itemsFit(
  run: Run,
  { prefixItems = [], items }: ArrayRules,
  value: readonly unknown[],
  place: Place | undefined,
  evaluated: Evaluated | undefined,
  fits: Fits,
): boolean {
  const end = items === undefined ? Math.min(prefixItems.length, value.length) : value.length;
  let isFit = true;
  for (let at = 0; at < end; at++) {
    const schema = prefixItems[at] ?? items;
    if (schema === undefined) break;
    const isPast = at >= prefixItems.length;
    isFit = itemFits(run, schema, value[at], placeIn(run, place, at), isPast, fits) && isFit;
    if (!isFit && run.report === undefined) return false;
  }
  if (evaluated !== undefined) {
    evaluated.items = Math.max(evaluated.items, end);
    evaluated.isAll ||= items !== undefined;
  }
  return isFit;
}

function itemFits(
  run: Run,
  schema: SchemaNode,
  value: unknown,
  place: Place | undefined,
  isPast: boolean,
  fits: Fits,
): boolean {
  if (isPast && schema.allows === false) {
    return differs(run, place, ranks.added, 'is an item too many');
  }
  return fits(run, schema, value, place);
}

function containsFits(
  run: Run,
  { minContains = 1, maxContains = Infinity }: ArrayRules,
  schema: SchemaNode,
  value: readonly unknown[],
  place: Place | undefined,
  evaluated: Evaluated | undefined,
  fits: Fits,
): boolean {
  const { report } = run;
  run.report = undefined;
  let found = 0;
  for (const [index, item] of value.entries()) {
    if (!fits(run, schema, item, undefined)) continue;
    found += 1;
    if (evaluated !== undefined) {
      run.work.spend(stepsOf.evaluated);
      evaluated.indexes.add(index);
    }
    if (evaluated === undefined && found >= minContains && found <= maxContains) {
      if (maxContains === Infinity) break;
    }
  }
  run.report = report;
  if (found < minContains) {
    const problem =
      minContains === 1
        ? 'has no item that fits `contains`'
        : `has fewer than ${minContains} items that fit \`contains\``;
    return differs(run, place, ranks.value, problem);
  }
  if (found <= maxContains) return true;
  const most = plural(maxContains, 'item');
  const problem = `has more than ${most} that ${maxContains === 1 ? 'fits' : 'fit'} \`contains\``;
  return differs(run, place, ranks.value, problem);
}

function hasEqualItems(value: readonly unknown[], { work }: Run): boolean {
  const seen = new Set<unknown>();
  for (const item of value) {
    const key = valueKey(item, work);
    if (seen.has(key)) return true;
    seen.add(key);
  }
  return false;
}

/** Judges what no other keyword has looked at. */
export function unevaluatedItemsFit(
  run: Run,
  schema: SchemaNode,
  value: readonly unknown[],
  place: Place | undefined,
  evaluated: Evaluated,
  fits: Fits,
): boolean {
  let isFit = true;
  const start = evaluated.isAll ? value.length : evaluated.items;
  for (let at = start; at < value.length; at++) {
    run.work.spend(1);
    if (evaluated.indexes.has(at)) continue;
    isFit = itemFits(run, schema, value[at], placeIn(run, place, at), true, fits) && isFit;
    if (!isFit && run.report === undefined) return false;
  }
  evaluated.isAll = true;
  return isFit;
}
