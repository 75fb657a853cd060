import type { StringFormat, TypeName, ValueSchema } from '@hookwell/core/schema';
import type { Tree } from '../detail/json/json-document.ts';

/** A value in the shape of a body. */
export interface ShapeNode {
  /** `body` is the whole, `any` each value of an object whose names are ids, `item` each item of an array. */
  kind: 'body' | 'member' | 'any' | 'item';
  /** Of a member. */
  name: string;
  types: string;
  format: StringFormat | undefined;
  /** The share of the objects that have it, from 0 to 1; missing where it is no member. */
  present: number | undefined;
}

export interface ShapeTree extends Tree {
  readonly nodes: readonly ShapeNode[];
}

/** Makes a tree of a schema. The members of objects in an array stand right below it. */
export function shapeTree(schema: ValueSchema): ShapeTree {
  const nodes: ShapeNode[] = [];
  const parents: number[] = [];
  const depths: number[] = [];
  const places: number[] = [];
  const childCounts: number[] = [];
  const afters: number[] = [];
  add(schema, -1, { kind: 'body', name: '', present: undefined });

  function add(
    value: ValueSchema,
    parent: number,
    place: Pick<ShapeNode, 'kind' | 'name' | 'present'>,
  ): void {
    const node = nodes.length;
    const inside = innermost(value);
    nodes.push({ ...place, types: typeWords(value), format: value.format ?? inside.format });
    parents.push(parent);
    depths.push(parent < 0 ? 0 : (depths[parent] ?? 0) + 1);
    places.push(parent < 0 ? 0 : (childCounts[parent] ?? 0));
    childCounts.push(0);
    afters.push(0);
    if (parent >= 0) childCounts[parent] = (childCounts[parent] ?? 0) + 1;
    const required = new Set(inside.required);
    for (const [name, member] of Object.entries(inside.properties ?? {})) {
      const present = member['x-present'] ?? (required.has(name) ? 1 : undefined);
      add(member, node, { kind: 'member', name, present });
    }
    const { additionalProperties: others, items } = inside;
    if (others) add(others, node, { kind: 'any', name: '', present: undefined });
    if (items !== undefined) add(items, node, { kind: 'item', name: '', present: undefined });
    afters[node] = nodes.length;
  }

  return {
    nodes,
    size: nodes.length,
    parents: Int32Array.from(parents),
    depths: Int32Array.from(depths),
    places: Int32Array.from(places),
    childCounts: Int32Array.from(childCounts),
    afters: Int32Array.from(afters),
  };
}

/** What is inside of a value that is told by its items alone, or else the value itself. */
function innermost(value: ValueSchema): ValueSchema {
  let inside = value;
  for (let items = onlyItems(inside); items !== undefined; items = onlyItems(inside)) {
    inside = items;
  }
  return inside;
}

const many: Readonly<Record<TypeName, string>> = {
  object: 'objects',
  array: 'arrays',
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  null: 'nulls',
};

function typesOf({ type }: ValueSchema): readonly TypeName[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

/** The items of an array, if nothing else is told of a value: those of `[[1]]` are told with it. */
function onlyItems(schema: ValueSchema): ValueSchema | undefined {
  return schema.properties === undefined && !schema.additionalProperties ? schema.items : undefined;
}

/** What the values are: `string`, `integer or null`, `array of objects`. */
function typeWords(schema: ValueSchema): string {
  const types = typesOf(schema);
  const words = types.map((type) => (type === 'array' ? arrayWords('array', schema) : type));
  return words.length === 0 ? 'anything' : words.join(' or ');
}

function arrayWords(word: string, schema: ValueSchema): string {
  const items = onlyItems(schema);
  if (items === undefined) return word;
  const types = typesOf(items).map((type) =>
    type === 'array' ? arrayWords('arrays', items) : many[type],
  );
  return types.length === 0 ? word : `${word} of ${types.join(' and ')}`;
}

/** How often a member is there, in words: `always`, `93 %`, `under 1 %`. Only what is always there is called so. */
export function presenceWords(present: number): string {
  if (present >= 1) return 'always';
  const percent = Math.round(present * 100);
  if (percent >= 100) return 'over 99 %';
  return percent < 1 ? 'under 1 %' : `${percent} %`;
}
