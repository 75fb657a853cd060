import type { Place } from '../place.ts';
import type { CombinedSchemas, SchemaNode } from '../schema/schema-node.ts';
import { kindOf } from '../values/kinds.ts';
import { type Finding, Report, ranks } from './report.ts';
import { differs, Evaluated, type Fits, type Run } from './run.ts';
import { kindInWords, typesInWords } from './words.ts';
import { stepsOf } from './work.ts';

/** Judges a value by `anyOf`, or by `oneOf`. */
export function alternativesFit(
  run: Run,
  schemas: readonly SchemaNode[],
  isOne: boolean,
  value: unknown,
  place: Place | undefined,
  evaluated: Evaluated | undefined,
  fits: Fits,
): boolean {
  const { report } = run;
  const reports: Report[] = [];
  let fitting = 0;
  for (const schema of schemas) {
    run.work.spend(report === undefined ? stepsOf.alternative : stepsOf.alternativeReport);
    run.report = report && new Report(run.work);
    const seen = evaluated && new Evaluated();
    const isFit = fits(run, schema, value, place, seen);
    if (run.report !== undefined) reports.push(run.report);
    run.report = report;
    if (!isFit) continue;
    fitting += 1;
    if (seen !== undefined) evaluated?.add(seen, run.work);
    else if (!isOne) return true;
  }
  if (fitting === 1 || (fitting > 0 && !isOne)) return true;
  if (fitting > 1) {
    const problem = `fits ${fitting} of ${schemas.length} alternatives, and may fit only one`;
    return differs(run, place, ranks.value, problem);
  }
  if (report !== undefined) tellNearest(report, reports, value, place);
  return false;
}

/** Tells what keeps the value from the alternative that it is nearest to. */
function tellNearest(
  report: Report,
  alternatives: readonly Report[],
  value: unknown,
  place: Place | undefined,
): void {
  const types = alternatives.map(({ findings }) => ofOtherKind(findings, place)?.types ?? 0);
  const near = alternatives.filter((_, index) => types[index] === 0);
  if (near.length === 0) {
    const all = types.reduce((left, right) => left | right, 0);
    report.add(otherType(value, all, place));
    return;
  }
  const nearest = near.reduce((best, next) => (distance(next) < distance(best) ? next : best));
  report.addAll(nearest);
}

function ofOtherKind(findings: readonly Finding[], place: Place | undefined): Finding | undefined {
  return findings.find((finding) => finding.types !== undefined && finding.place === place);
}

/** A wrong constant is usually that of the member that says which alternative is meant. */
const constantDistance = 1000;

function distance({ findings, total }: Report): number {
  const constants = findings.filter(({ rank }) => rank === ranks.constant).length;
  return total + constants * constantDistance;
}

/** A value of a type that it was not to have. */
export function otherType(value: unknown, types: number, place: Place | undefined): Finding {
  const problem = `is ${kindInWords(kindOf(value))}, was ${typesInWords(types)}`;
  return { rank: ranks.type, place, problem, types };
}

/** Judges a value by `if`, and by `then` or `else`. */
export function conditionFits(
  run: Run,
  { if: condition, then, else: otherwise }: CombinedSchemas,
  value: unknown,
  place: Place | undefined,
  evaluated: Evaluated | undefined,
  fits: Fits,
): boolean {
  if (condition === undefined) return true;
  if (then === undefined && otherwise === undefined && evaluated === undefined) return true;
  const seen = evaluated && new Evaluated();
  const holds = silently(run, () => fits(run, condition, value, place, seen));
  if (holds && seen !== undefined) evaluated?.add(seen, run.work);
  const next = holds ? then : otherwise;
  return next === undefined || fits(run, next, value, place, evaluated);
}

/** Judges a value by `not`. */
export function negationFits(
  run: Run,
  schema: SchemaNode,
  value: unknown,
  place: Place | undefined,
  fits: Fits,
): boolean {
  if (!silently(run, () => fits(run, schema, value, place))) return true;
  return differs(run, place, ranks.value, 'is what `not` rules out');
}

/** Without a report: what does not fit here is no difference. */
function silently(run: Run, judge: () => boolean): boolean {
  const { report } = run;
  run.report = undefined;
  const isFit = judge();
  run.report = report;
  return isFit;
}
