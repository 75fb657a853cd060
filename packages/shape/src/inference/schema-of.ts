import type { BodySchema } from '../body-schema.ts';
import { type Fineness, finenessAt, mostNameCharacters } from './bounds.ts';
import { left, type Shape } from './shape.ts';
import { ValueSchemas } from './value-schemas.ts';

/** The most bytes of a schema that is printed without white space: those of its values, and what stands beside them. */
const mostBytes = 1024 * 1024;
const bytesBeside = 16 * 1024;

/**
 * The schema of the samples of a shape, which all fit it. Nothing in it depends on the order of the samples. `leftOut` is what was left out
 * before they were read, in words. Takes time linear in the shape, once for each fineness that is tried.
 */
export function schemaOf(shape: Shape, options: { leftOut?: readonly string[] } = {}): BodySchema {
  shape.settle();
  for (let step = shape.step; ; step += 1) {
    const fineness = finenessAt(step);
    const schemas = new ValueSchemas(fineness, mostBytes - bytesBeside);
    const values = schemas.of(shape.root.copy());
    if (!schemas.fits) continue;
    const leftOut = [...(options.leftOut ?? []), ...leftOutOf(shape, schemas, fineness)];
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...values,
      'x-samples': shape.samples,
      ...(leftOut.length === 0 ? {} : { 'x-left-out': leftOut }),
    };
  }
}

function leftOutOf(shape: Shape, schemas: ValueSchemas, { names, levels }: Fineness): string[] {
  const isDeep = schemas.isCut || (shape.left & left.deepValues) !== 0;
  const hasLongNames = (shape.left & left.longNames) !== 0;
  return [
    ...(isDeep ? [`values deeper than ${levels} levels`] : []),
    ...(schemas.hasManyNames ? [namesPast(names)] : []),
    ...(hasLongNames ? [`names of more than ${mostNameCharacters} characters`] : []),
    ...(schemas.hasHugeNumbers
      ? ['the types of values beside numbers too large for a double']
      : []),
  ];
}

function namesPast(most: number): string {
  return most === 0 ? 'all names' : `names of objects that have more than ${most} of them`;
}
