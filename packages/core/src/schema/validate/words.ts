import { never } from './check-schema.ts';
import { longestName, type ValuePath, visible } from './raw-values.ts';

/** What differs, the most telling first. */
export const ranks = { type: 0, missing: 1, added: 2, value: 3, constant: 4 } as const;

/** A place of the body, with the validator's address of it. */
export interface ValuePlace {
  readonly place: ValuePath | undefined;
  readonly address: string;
}

/** Something that differs at a place of the body. */
export interface FoundDifference {
  readonly rank: (typeof ranks)[keyof typeof ranks];
  readonly place: ValuePlace;
  /** What follows the place in a sentence. */
  readonly problem: string;
  /** The types that the value was to have, if it has none of them. */
  readonly types?: readonly string[];
}

/** What the validator found, with the schema and the value that it speaks of. */
export interface Located {
  readonly keyword: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The keyword, or the name, under which that schema stands. */
  readonly reached: string;
  readonly value: unknown;
  readonly place: ValuePlace;
}

const longestPattern = 80;

const noneContained = 'has no item that fits `contains`';

/** What is wrong with a value past a limit of the schema. */
const limits: Readonly<Record<string, (limit: number) => string>> = {
  minimum: (limit) => `is less than ${limit}`,
  exclusiveMinimum: (limit) => `is not more than ${limit}`,
  maximum: (limit) => `is more than ${limit}`,
  exclusiveMaximum: (limit) => `is not less than ${limit}`,
  multipleOf: (limit) => `is no multiple of ${limit}`,
  minLength: (limit) => `is shorter than ${plural(limit, 'character')}`,
  maxLength: (limit) => `is longer than ${plural(limit, 'character')}`,
  minItems: (limit) => `has fewer than ${plural(limit, 'item')}`,
  maxItems: (limit) => `has more than ${plural(limit, 'item')}`,
  contains: () => noneContained,
  minContains: (limit) =>
    limit === 1 ? noneContained : `has fewer than ${limit} items that fit \`contains\``,
  maxContains: (limit) =>
    `has more than ${plural(limit, 'item')} that ${limit === 1 ? 'fits' : 'fit'} \`contains\``,
  minProperties: (limit) => `has fewer than ${plural(limit, 'member')}`,
  maxProperties: (limit) => `has more than ${plural(limit, 'member')}`,
};

/** Tells what a keyword found, by what the schema says there. Empty if other findings tell it. */
export function findingsOf(located: Located): FoundDifference[] {
  const { keyword, schema, reached, value, place } = located;
  const said = schema[keyword];
  const limit = limits[keyword];
  if (limit !== undefined) return [{ rank: ranks.value, place, problem: limit(Number(said)) }];
  switch (keyword) {
    case 'type':
      return [otherType(value, asTexts(said), place)];
    case 'required':
      return missing(asTexts(said), located, '');
    case 'dependentRequired':
      return Object.entries(Object(said)).flatMap(([name, required]) => {
        if (!hasMember(value, name)) return [];
        return missing(asTexts(required), located, ` beside \`${visible(name, longestName)}\``);
      });
    case 'const':
    case 'enum':
      return [{ rank: ranks.constant, place, problem: constantProblem(keyword, said) }];
    case 'not':
      if (schema !== never) return [other(place, 'is what `not` rules out')];
      return [{ rank: ranks.added, place, problem: notAllowed[reached] ?? 'is not allowed' }];
    case 'uniqueItems':
      return [other(place, 'has equal items')];
    case 'pattern':
      return [other(place, `does not match ${visible(String(said), longestPattern)}`)];
    default:
      return [];
  }
}

export function other(place: ValuePlace, problem: string): FoundDifference {
  return { rank: ranks.value, place, problem };
}

/** A value of a type that it was not to have. */
export function otherType(
  value: unknown,
  types: readonly string[],
  place: ValuePlace,
): FoundDifference {
  const problem = `is ${typesInWords([typeOf(value)])}, was ${typesInWords(types)}`;
  return { rank: ranks.type, place, problem, types };
}

const notAllowed: Readonly<Record<string, string>> = {
  additionalProperties: 'is new',
  unevaluatedProperties: 'is new',
  items: 'is an item too many',
  unevaluatedItems: 'is an item too many',
};

function missing(
  names: readonly string[],
  { value, place }: Located,
  beside: string,
): FoundDifference[] {
  return names
    .filter((name) => !hasMember(value, name))
    .map((step) => {
      const member = { place: { above: place.place, step }, address: `${place.address}/${step}` };
      return { rank: ranks.missing, place: member, problem: `is missing${beside}` };
    });
}

function hasMember(value: unknown, name: string): boolean {
  return Object.hasOwn(Object(value), name);
}

/** So many values, each so long, are told in words. */
const [mostShown, longestShown] = [3, 40];

function constantProblem(keyword: 'const' | 'enum', said: unknown): string {
  const values: unknown[] = keyword === 'const' ? [said] : Object.values(Object(said));
  const isShort = (value: unknown) =>
    typeof value === 'string' ? value.length <= longestShown : Object(value) !== value;
  if (values.length > mostShown || !values.every(isShort)) {
    if (keyword === 'const') return 'is not the one allowed value';
    return `is none of the ${values.length} allowed values`;
  }
  const shown = values.map((value) => visible(JSON.stringify(value), longestShown + 2)).join(', ');
  return values.length === 1 ? `is not ${shown}` : `is none of ${shown}`;
}

function asTexts(said: unknown): string[] {
  return Array.isArray(said) ? said.map(String) : [];
}

/** `1 item`, `2 items`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const typesInOrder = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** "an integer or null" */
function typesInWords(types: readonly string[]): string {
  const words = typesInOrder
    .filter((type) => types.includes(type) && !(type === 'integer' && types.includes('number')))
    .map((type) => (type === 'null' ? type : `${/^[aoi]/.test(type) ? 'an' : 'a'} ${type}`));
  const last = words.pop() ?? 'nothing';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}

/** A value is said to be a number if it has a fraction, or is past all doubles. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'number') return typeof value;
  return Number.isInteger(value) ? 'integer' : 'number';
}
