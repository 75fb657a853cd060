import {
  type Raw,
  readFinite,
  readItems,
  readMembers,
  readNames,
  readText,
  refuse,
} from './raw-values.ts';

/** What may stand under a keyword. The last ones have schemas in them. */
export type Form =
  | keyof typeof plainForms
  | 'schema'
  | 'items'
  | 'schemas'
  | 'alternatives'
  | 'members'
  | 'patterns';

/** Checks of what has no schemas in it; each gives what the validator is to have. */
export const plainForms = {
  types: readTypes,
  values: (raw: Raw) => readItems(raw).map(({ value }) => value),
  value: ({ value }: Raw) => value,
  number: readFinite,
  divisor: readDivisor,
  count: readCount,
  flag: readFlag,
  pattern: (raw: Raw) => readPattern(raw, readText(raw)),
  names: readNames,
  namesByName: (raw: Raw) =>
    Object.fromEntries(readMembers(raw).map(([name, member]) => [name, readNames(member)])),
};

const keywordsOf: Readonly<Record<Form, string>> = {
  types: 'type',
  values: 'enum',
  value: 'const',
  number: 'minimum exclusiveMinimum maximum exclusiveMaximum',
  divisor: 'multipleOf',
  count:
    'minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties',
  pattern: 'pattern',
  flag: 'uniqueItems',
  names: 'required',
  namesByName: 'dependentRequired',
  schema:
    'contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if then else',
  items: 'items',
  schemas: 'prefixItems',
  alternatives: 'allOf anyOf oneOf',
  members: 'properties dependentSchemas $defs definitions',
  patterns: 'patternProperties',
};

/**
 * The keywords of draft 2020-12 that say something of a value, or hold schemas that references lead to; `$ref` and names of
 * schemas stand by themselves. All others, with `format`, are annotations: the validator never sees them.
 */
export const keywords: ReadonlyMap<string, Form> = new Map(
  // They are the forms of its type.
  (Object.entries(keywordsOf) as [Form, string][]).flatMap(([form, names]) =>
    names.split(' ').map((name): [string, Form] => [name, form]),
  ),
);

const types = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'number'];

function readTypes(raw: Raw): string[] {
  const named = Array.isArray(raw.value) ? readItems(raw) : [raw];
  return named.map((one) => {
    if (typeof one.value === 'string' && types.includes(one.value)) return one.value;
    throw refuse(one, `is no type: ${types.join(', ')}`);
  });
}

function readDivisor(raw: Raw): number {
  const divisor = readFinite(raw);
  if (divisor > 0) return divisor;
  throw refuse(raw, 'is not above 0');
}

/** A length, or a number of items or members. */
function readCount(raw: Raw): number {
  const count = readFinite(raw);
  if (Number.isInteger(count) && count >= 0) return count;
  throw refuse(raw, 'is no integer from 0 on');
}

function readFlag(raw: Raw): boolean {
  if (typeof raw.value === 'boolean') return raw.value;
  throw refuse(raw, 'is neither true nor false');
}

/** @throws {SchemaError} if the text is no regular expression */
export function readPattern(raw: Raw, source: string): string {
  try {
    new RegExp(source, 'u');
    return source;
  } catch {
    throw refuse(raw, 'is no regular expression (as ECMAScript has them with the flag `u`)');
  }
}
