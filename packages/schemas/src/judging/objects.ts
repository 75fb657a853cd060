import { longestName, type Place, visible } from '../place.ts';
import type { ObjectRules, SchemaNode } from '../schema/schema-node.ts';
import { ranks } from './report.ts';
import { differs, type Evaluated, type Fits, placeIn, type Run } from './run.ts';
import { plural } from './words.ts';
import { stepsOf } from './work.ts';

/** The engine keeps objects with more members in another way. */
const smallObject = 128;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Judges the members of an object. */
export function objectFits(
  run: Run,
  rules: ObjectRules,
  value: JsonObject,
  place: Place | undefined,
  evaluated: Evaluated | undefined,
  fits: Fits,
): boolean {
  let isFit = hasAll(run, rules.required ?? [], value, place, '');
  if (!isFit && run.report === undefined) return false;
  for (const [name, required] of rules.dependentRequired ?? []) {
    run.work.spend(1);
    if (!Object.hasOwn(value, name)) continue;
    const beside = ` beside \`${visible(name, longestName)}\``;
    isFit = hasAll(run, required, value, place, beside) && isFit;
  }
  if (!isFit && run.report === undefined) return false;
  if (!asksForNames(rules)) return isFit;
  const names = namesOf(run, value);
  isFit = countFits(run, rules, names.length, place) && isFit;
  if (rules.names !== undefined) isFit = namesFit(run, rules.names, names, place, fits) && isFit;
  if (!isFit && run.report === undefined) return false;
  return membersFit(run, rules, value, names, place, evaluated, fits) && isFit;
}

function hasAll(
  run: Run,
  required: readonly string[],
  value: JsonObject,
  place: Place | undefined,
  beside: string,
): boolean {
  let isFit = true;
  for (const name of required) {
    run.work.spend(1);
    if (Object.hasOwn(value, name)) continue;
    isFit = differs(run, placeIn(run, place, name), ranks.missing, `is missing${beside}`);
    if (run.report === undefined) break;
  }
  return isFit;
}

function countFits(
  run: Run,
  { minProperties, maxProperties }: ObjectRules,
  count: number,
  place: Place | undefined,
): boolean {
  if (minProperties !== undefined && count < minProperties) {
    return differs(run, place, ranks.value, `has fewer than ${plural(minProperties, 'member')}`);
  }
  if (maxProperties !== undefined && count > maxProperties) {
    return differs(run, place, ranks.value, `has more than ${plural(maxProperties, 'member')}`);
  }
  return true;
}

function membersFit(
  run: Run,
  rules: ObjectRules,
  value: JsonObject,
  names: readonly string[],
  place: Place | undefined,
  evaluated: Evaluated | undefined,
  fits: Fits,
): boolean {
  const { properties, patternProperties, additional } = rules;
  let isFit = true;
  for (const name of names) {
    if (!isFit && run.report === undefined) return false;
    const member = placeIn(run, place, name);
    const own = properties?.get(name);
    let isKnown = own !== undefined;
    if (own !== undefined) isFit = fits(run, own, value[name], member) && isFit;
    for (const { pattern, schema } of patternProperties ?? []) {
      run.work.spend(name.length);
      if (!pattern.test(name)) continue;
      isKnown = true;
      isFit = fits(run, schema, value[name], member) && isFit;
    }
    if (!isKnown && additional !== undefined) {
      isFit = addedFits(run, additional, value[name], member, fits) && isFit;
    }
    if (evaluated === undefined || !(isKnown || additional !== undefined)) continue;
    run.work.spend(stepsOf.evaluated);
    evaluated.names.add(name);
  }
  return isFit;
}

function asksForNames(rules: ObjectRules): boolean {
  return (
    rules.properties !== undefined ||
    rules.additional !== undefined ||
    rules.patternProperties !== undefined ||
    rules.names !== undefined ||
    rules.minProperties !== undefined ||
    rules.maxProperties !== undefined
  );
}

function namesOf({ work }: Run, value: JsonObject): string[] {
  const names = Object.keys(value);
  work.spend(names.length * (names.length > smallObject ? stepsOf.nameOfLarge : stepsOf.name));
  return names;
}

/** A member that nothing else speaks of. */
export function addedFits(
  run: Run,
  schema: SchemaNode,
  value: unknown,
  place: Place | undefined,
  fits: Fits,
): boolean {
  if (schema.allows === false) return differs(run, place, ranks.added, 'is new');
  return fits(run, schema, value, place);
}

function namesFit(
  run: Run,
  schema: SchemaNode,
  names: readonly string[],
  place: Place | undefined,
  fits: Fits,
): boolean {
  const { report } = run;
  let isFit = true;
  for (const name of names) {
    // What is wrong with the name would read as if it were said of the member.
    run.report = undefined;
    const isName = fits(run, schema, name, undefined);
    run.report = report;
    if (isName) continue;
    isFit = differs(run, placeIn(run, place, name), ranks.value, 'has a name that is not allowed');
    if (report === undefined) break;
  }
  return isFit;
}

/** Judges what no other keyword has looked at. */
export function unevaluatedMembersFit(
  run: Run,
  schema: SchemaNode,
  value: JsonObject,
  place: Place | undefined,
  evaluated: Evaluated,
  fits: Fits,
): boolean {
  let isFit = true;
  const names = evaluated.isAll ? [] : namesOf(run, value);
  for (const name of names) {
    if (evaluated.names.has(name)) continue;
    isFit = addedFits(run, schema, value[name], placeIn(run, place, name), fits) && isFit;
    if (!isFit && run.report === undefined) return false;
  }
  evaluated.isAll = true;
  return isFit;
}
