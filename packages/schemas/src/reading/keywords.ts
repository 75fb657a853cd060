import type {
  ArrayRules,
  CombinedSchemas,
  NumberRules,
  ObjectRules,
  SchemaNode,
  StringRules,
} from '../schema/schema-node.ts';
import { type KindName, kinds } from '../values/kinds.ts';
import { readConstants } from './constants.ts';
import * as read from './raw-values.ts';

/** What keywords need of the reader of the document. */
export interface KeywordContext {
  /** Regular expressions may take any time, so that strangers' are refused. */
  readonly patterns: 'refused' | 'taken';
  schema(raw: read.Raw): SchemaNode;
  reference(raw: read.Raw, node: SchemaNode, isDynamic: boolean): void;
}

type Keyword = (node: SchemaNode, raw: read.Raw, context: KeywordContext) => void;

/** The keywords of draft 2020-12 that say something of a value. All others are annotations. */
export const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', readType],
  ['enum', (node, raw) => constantsOf(node).push(readConstants(read.readItems(raw), false))],
  ['const', (node, raw) => constantsOf(node).push(readConstants([raw], true))],

  ['minimum', limit('minimum')],
  ['exclusiveMinimum', limit('exclusiveMinimum')],
  ['maximum', limit('maximum')],
  ['exclusiveMaximum', limit('exclusiveMaximum')],
  ['multipleOf', readMultipleOf],

  ['minLength', (node, raw) => set(stringsOf(node), 'minLength', read.readCount(raw))],
  ['maxLength', (node, raw) => set(stringsOf(node), 'maxLength', read.readCount(raw))],
  ['pattern', readPattern],

  ['minItems', count('minItems')],
  ['maxItems', count('maxItems')],
  ['minContains', count('minContains')],
  ['maxContains', count('maxContains')],
  ['uniqueItems', (node, raw) => set(arraysOf(node), 'uniqueItems', read.readFlag(raw))],
  ['prefixItems', (node, raw, by) => set(arraysOf(node), 'prefixItems', schemasIn(raw, by))],
  ['items', readItemsKeyword],
  ['contains', (node, raw, by) => set(arraysOf(node), 'contains', by.schema(raw))],
  ['unevaluatedItems', (node, raw, by) => asking(node, arraysOf(node), raw, by)],

  ['minProperties', (node, raw) => set(objectsOf(node), 'minProperties', read.readCount(raw))],
  ['maxProperties', (node, raw) => set(objectsOf(node), 'maxProperties', read.readCount(raw))],
  ['required', (node, raw) => set(objectsOf(node), 'required', [...new Set(read.readTexts(raw))])],
  ['dependentRequired', readDependentRequired],
  ['properties', (node, raw, by) => set(objectsOf(node), 'properties', schemasByName(raw, by))],
  ['patternProperties', readPatternProperties],
  ['additionalProperties', (node, raw, by) => set(objectsOf(node), 'additional', by.schema(raw))],
  ['propertyNames', (node, raw, by) => set(objectsOf(node), 'names', by.schema(raw))],
  ['unevaluatedProperties', (node, raw, by) => asking(node, objectsOf(node), raw, by)],

  ['$ref', (node, raw, by) => by.reference(raw, node, false)],
  ['$dynamicRef', (node, raw, by) => by.reference(raw, node, true)],
  ['allOf', combining('allOf')],
  ['anyOf', combining('anyOf')],
  ['oneOf', combining('oneOf')],
  ['not', (node, raw, by) => set(combinedOf(node), 'not', by.schema(raw))],
  ['if', (node, raw, by) => set(combinedOf(node), 'if', by.schema(raw))],
  ['then', (node, raw, by) => set(combinedOf(node), 'then', by.schema(raw))],
  ['else', (node, raw, by) => set(combinedOf(node), 'else', by.schema(raw))],
  ['dependentSchemas', readDependentSchemas],

  // They say nothing themselves, but hold schemas that references lead to.
  ['$defs', (_, raw, by) => void schemasByName(raw, by)],
  ['definitions', (_, raw, by) => void schemasByName(raw, by)],
]);

function set<Rules, Name extends keyof Rules>(rules: Rules, name: Name, value: Rules[Name]): void {
  rules[name] = value;
}

function numbersOf(node: SchemaNode): NumberRules {
  node.numbers ??= {};
  return node.numbers;
}

function stringsOf(node: SchemaNode): StringRules {
  node.strings ??= {};
  return node.strings;
}

function arraysOf(node: SchemaNode): ArrayRules {
  node.arrays ??= {};
  return node.arrays;
}

function objectsOf(node: SchemaNode): ObjectRules {
  node.objects ??= {};
  return node.objects;
}

export function combinedOf(node: SchemaNode): CombinedSchemas {
  node.combined ??= {};
  return node.combined;
}

function constantsOf(node: SchemaNode): NonNullable<SchemaNode['constants']> {
  node.constants ??= [];
  return node.constants;
}

function readType(node: SchemaNode, raw: read.Raw): void {
  const named = Array.isArray(raw.value) ? read.readItems(raw) : [raw];
  node.types = named.reduce((types, one) => types | kindNamed(one), 0);
}

function kindNamed(raw: read.Raw): number {
  const name = raw.value;
  if (typeof name === 'string' && isKindName(name)) return kinds[name];
  throw read.refuse(raw, `is no type: ${Object.keys(kinds).join(', ')}`);
}

function isKindName(name: string): name is KindName {
  return Object.hasOwn(kinds, name);
}

function limit(name: Exclude<keyof NumberRules, 'multipleOf'>): Keyword {
  return (node, raw) => set(numbersOf(node), name, read.readFinite(raw));
}

function readMultipleOf(node: SchemaNode, raw: read.Raw): void {
  const divisor = read.readFinite(raw);
  if (divisor <= 0) throw read.refuse(raw, 'is not above 0');
  numbersOf(node).multipleOf = divisor;
}

function readPattern(node: SchemaNode, raw: read.Raw, { patterns }: KeywordContext): void {
  if (patterns === 'refused') throw refusedPattern(raw);
  stringsOf(node).pattern = read.readPattern(raw);
}

function refusedPattern(raw: read.Raw): Error {
  return read.refuse(
    raw,
    'is not taken: nobody knows how long a regular expression runs. Leave it out',
  );
}

function count(name: 'minItems' | 'maxItems' | 'minContains' | 'maxContains'): Keyword {
  return (node, raw) => set(arraysOf(node), name, read.readCount(raw));
}

function readItemsKeyword(node: SchemaNode, raw: read.Raw, by: KeywordContext): void {
  if (Array.isArray(raw.value)) {
    throw read.refuse(raw, 'is an array: since draft 2020-12 that is `prefixItems`');
  }
  arraysOf(node).items = by.schema(raw);
}

function asking(
  node: SchemaNode,
  rules: ArrayRules | ObjectRules,
  raw: read.Raw,
  by: KeywordContext,
): void {
  node.asksEvaluated = true;
  rules.unevaluated = by.schema(raw);
}

function readDependentRequired(node: SchemaNode, raw: read.Raw): void {
  const members = read.readMembers(raw);
  objectsOf(node).dependentRequired = new Map(
    members.map(([name, member]) => [name, read.readTexts(member)]),
  );
}

function readPatternProperties(node: SchemaNode, raw: read.Raw, by: KeywordContext): void {
  const members = read.readMembers(raw);
  if (by.patterns === 'refused') throw refusedPattern(raw);
  objectsOf(node).patternProperties = members.map(([source, member]) => {
    return { pattern: read.readPattern(member, source), schema: by.schema(member) };
  });
}

function readDependentSchemas(node: SchemaNode, raw: read.Raw, by: KeywordContext): void {
  combinedOf(node).dependentSchemas = schemasByName(raw, by);
}

function combining(name: 'allOf' | 'anyOf' | 'oneOf'): Keyword {
  return (node, raw, by) => {
    const schemas = schemasIn(raw, by);
    if (schemas.length === 0) throw read.refuse(raw, 'is empty');
    combinedOf(node)[name] = schemas;
  };
}

function schemasIn(raw: read.Raw, by: KeywordContext): SchemaNode[] {
  return read.readItems(raw).map((item) => by.schema(item));
}

function schemasByName(raw: read.Raw, by: KeywordContext): Map<string, SchemaNode> {
  return new Map(read.readMembers(raw).map(([name, member]) => [name, by.schema(member)]));
}
