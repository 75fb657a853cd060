import { ExactNumber } from '../numbers/exact-number.ts';
import type { Place } from '../place.ts';
import type { CombinedSchemas, SchemaNode } from '../schema/schema-node.ts';
import { kindOf } from '../values/kinds.ts';
import { alternativesFit, conditionFits, negationFits, otherType } from './alternatives.ts';
import { arrayFits, unevaluatedItemsFit } from './arrays.ts';
import { type JsonObject, objectFits, unevaluatedMembersFit } from './objects.ts';
import { ranks } from './report.ts';
import { differs, Evaluated, type Run } from './run.ts';
import { constantsHold, numberFits, stringFits } from './scalars.ts';
import { stepsOf } from './work.ts';

/**
 * Whether a value fits a schema.
 * @param evaluated is told which members or items the schema looked at
 * @throws {TooMuchWork}
 */
export function fits(
  run: Run,
  node: SchemaNode,
  value: unknown,
  place: Place | undefined,
  evaluated?: Evaluated,
): boolean {
  run.work.enter();
  const isEntered = run.scope !== undefined && run.scope.at(-1) !== node.resource;
  if (isEntered) run.scope?.push(node.resource);
  const seen = node.asksEvaluated === true ? new Evaluated() : evaluated;
  const isFit = nodeFits(run, node, value, place, seen);
  if (seen !== undefined && seen !== evaluated) evaluated?.add(seen, run.work);
  if (isEntered) run.scope?.pop();
  run.work.leave();
  return isFit;
}

function nodeFits(
  run: Run,
  node: SchemaNode,
  value: unknown,
  place: Place | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  if (node.allows === true) return true;
  if (node.allows === false) return differs(run, place, ranks.added, 'is not allowed');
  const { types, constants, combined } = node;
  if (value instanceof ExactNumber) run.work.spend(stepsOf.exact + value.length / 8);
  if (types !== undefined && (types & kindOf(value)) === 0) {
    // Nothing else that could be said of it would tell more.
    run.report?.add(otherType(value, types, place));
    return false;
  }
  const isShort = run.report === undefined;
  let isFit = constants === undefined || constantsHold(run, constants, value, place);
  if (!isFit && isShort) return false;
  isFit = ownFits(run, node, value, place, evaluated) && isFit;
  if (!isFit && isShort) return false;
  if (combined !== undefined) {
    isFit = combinedFits(run, combined, value, place, evaluated) && isFit;
    if (!isFit && isShort) return false;
  }
  // What does not fit has not looked at all that it would.
  if (isFit && evaluated !== undefined && node.asksEvaluated === true) {
    isFit = unevaluatedFits(run, node, value, place, evaluated);
  }
  return isFit;
}

/** By the keywords for the kind of the value. */
function ownFits(
  run: Run,
  { strings, numbers, arrays, objects }: SchemaNode,
  value: unknown,
  place: Place | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  if (typeof value === 'string')
    return strings === undefined || stringFits(run, strings, value, place);
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return numbers === undefined || numberFits(run, numbers, value, place);
  }
  if (Array.isArray(value)) {
    return arrays === undefined || arrayFits(run, arrays, value, place, evaluated, fits);
  }
  if (!isJsonObject(value) || objects === undefined) return true;
  return objectFits(run, objects, value, place, evaluated, fits);
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** By the schemas that are tried on the same value. */
function combinedFits(
  run: Run,
  combined: CombinedSchemas,
  value: unknown,
  place: Place | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  const { reference, allOf, anyOf, oneOf, not } = combined;
  run.work.spend(stepsOf.combined);
  let isFit = reference === undefined || fits(run, reference, value, place, evaluated);
  for (const schema of allOf ?? []) {
    if (!isFit && run.report === undefined) return false;
    isFit = fits(run, schema, value, place, evaluated) && isFit;
  }
  for (const schema of furtherSchemas(run, combined, value)) {
    if (!isFit && run.report === undefined) return false;
    isFit = fits(run, schema, value, place, evaluated) && isFit;
  }
  if (!isFit && run.report === undefined) return false;
  if (anyOf !== undefined) {
    isFit = alternativesFit(run, anyOf, false, value, place, evaluated, fits) && isFit;
  }
  if (oneOf !== undefined) {
    isFit = alternativesFit(run, oneOf, true, value, place, evaluated, fits) && isFit;
  }
  if (not !== undefined) isFit = negationFits(run, not, value, place, fits) && isFit;
  return conditionFits(run, combined, value, place, evaluated, fits) && isFit;
}

/** Those of which each must hold, but depend on the way to them or on the value. */
function furtherSchemas(
  run: Run,
  { dynamicReference, dependentSchemas }: CombinedSchemas,
  value: unknown,
): readonly SchemaNode[] {
  if (dynamicReference === undefined && dependentSchemas === undefined) return [];
  const schemas: SchemaNode[] = [];
  if (dynamicReference !== undefined) {
    const { anchor, target } = dynamicReference;
    const outermost = run.scope?.find(
      (one) => anchor !== undefined && one.dynamicAnchors.has(anchor),
    );
    run.work.spend(run.scope?.length ?? 0);
    schemas.push(outermost?.dynamicAnchors.get(anchor ?? '') ?? target);
  }
  if (dependentSchemas === undefined || !isJsonObject(value) || Array.isArray(value))
    return schemas;
  run.work.spend(dependentSchemas.size);
  for (const [name, schema] of dependentSchemas) {
    if (Object.hasOwn(value, name)) schemas.push(schema);
  }
  return schemas;
}

function unevaluatedFits(
  run: Run,
  { arrays, objects }: SchemaNode,
  value: unknown,
  place: Place | undefined,
  evaluated: Evaluated,
): boolean {
  if (Array.isArray(value)) {
    const schema = arrays?.unevaluated;
    return schema === undefined || unevaluatedItemsFit(run, schema, value, place, evaluated, fits);
  }
  const schema = objects?.unevaluated;
  if (schema === undefined || !isJsonObject(value)) return true;
  return unevaluatedMembersFit(run, schema, value, place, evaluated, fits);
}
