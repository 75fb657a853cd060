import { type BodySchema, SampleReader, Shape, schemaOf } from '../../../src/schema/index.ts';

/** The shape of one sample, which must be JSON. */
export function shapeOf(text: string): Shape {
  const reader = new SampleReader();
  reader.push(text);
  const shape = reader.end();
  if (shape === undefined) throw new Error(`No JSON: ${text.slice(0, 80)}`);
  return shape;
}

/** The shape of samples that were added one after the other. */
function shapeOfAll(texts: Iterable<string>): Shape {
  const all = new Shape();
  for (const text of texts) all.add(shapeOf(text));
  return all;
}

export function schemaOfAll(texts: Iterable<string>): BodySchema {
  return schemaOf(shapeOfAll(texts));
}

export function printedSchemaOf(texts: Iterable<string>): string {
  return JSON.stringify(schemaOfAll(texts));
}
