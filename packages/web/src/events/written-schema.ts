import type { BodySchema, JsonSchema } from '@hookwell/client';

/** A schema as a text to read and to copy. */
export function writtenSchema(schema: BodySchema | JsonSchema | undefined): string {
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
