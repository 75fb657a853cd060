import type { ValueSchema } from './body-schema.ts';
import { mostLevels } from './typescript/object-types.ts';

/** A JSON Schema, to be sent in a contract. */
type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * A schema as a contract: the bodies that it was made from fit, and no member that none of them has, except in objects whose names are ids
 * and in those that were always empty. Nothing is told of what is deeper than 64 levels.
 */
export function pinnedSchemaOf(schema: ValueSchema): JsonSchema {
  return pinned(schema, 0);
}

function pinned(schema: ValueSchema, level: number): JsonSchema {
  if (level === mostLevels) return {};
  const { type, properties = {}, required = [], items, additionalProperties, format } = schema;
  const members = Object.entries(properties).map(([name, value]): [string, JsonSchema] => [
    name,
    pinned(value, level + 1),
  ]);
  const rest = additionalProperties ?? (members.length > 0 ? false : undefined);
  return {
    ...(type !== undefined && { type }),
    // `fromEntries` defines a member `__proto__` like any other.
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required.length > 0 && { required }),
    ...(rest === false
      ? { additionalProperties: false }
      : told('additionalProperties', rest, level)),
    ...told('items', items, level),
    ...(format !== undefined && { format }),
  };
}

/** The keyword for the values within, if anything is told of them. */
function told(keyword: string, schema: ValueSchema | undefined, level: number): JsonSchema {
  const values = schema === undefined ? {} : pinned(schema, level + 1);
  return Object.keys(values).length > 0 ? { [keyword]: values } : {};
}
