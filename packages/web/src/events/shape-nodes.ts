import type { StringFormat, ValueSchema } from '@hookwell/core/schema';
import type { Tree } from '../detail/json/json-document.ts';
import { onlyItems, typeWords } from './shape-words.ts';

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
