/** The formats that are told of strings (JSON Schema 2020-12, format annotations), the narrower ones first. */
export const stringFormats = ['date-time', 'date', 'uuid', 'email', 'ipv4', 'uri'] as const;
export type StringFormat = (typeof stringFormats)[number];

export type TypeName = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** The schema of the values at one place of many samples. Empty: nothing is told of them. */
export interface ValueSchema {
  readonly type?: TypeName | readonly TypeName[];
  /** Of each object; the members in their usual order. */
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  /** The members of every object. */
  readonly required?: readonly string[];
  /** The values of an object whose names are ids, or too many. */
  readonly additionalProperties?: ValueSchema | false;
  readonly items?: ValueSchema;
  readonly format?: StringFormat;
  /** The share of the objects that have this member, from 0 to 1. */
  readonly 'x-present'?: number;
}

/** A JSON Schema (2020-12) of the JSON bodies that came, without any of their values. */
export interface BodySchema extends ValueSchema {
  readonly $schema: string;
  /** The number of samples. */
  readonly 'x-samples': number;
  /** Which bounds left something out, in words. */
  readonly 'x-left-out'?: readonly string[];
}

/** The levels that are told. A root is the first, what is in it the second. */
export const mostLevels = 64;

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
