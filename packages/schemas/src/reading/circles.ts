import { printPlace } from '../place.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { SchemaError } from '../schema-error.ts';

/**
 * Refuses schemas that lead back to themselves on the same value, as `{"$ref": "#"}` does: trying them would never end.
 * @throws {SchemaError}
 */
export function refuseCircles(nodes: Iterable<SchemaNode>): void {
  const all = [...nodes];
  const dynamic = dynamicTargets(all);
  const done = new Set<SchemaNode>();
  for (const node of all) refuseCircleFrom(node, dynamic, done);
}

/** Depth first, without recursion: a chain of references may be as long as the document. */
function refuseCircleFrom(
  start: SchemaNode,
  dynamic: ReadonlyMap<string, SchemaNode[]>,
  done: Set<SchemaNode>,
): void {
  const onPath = new Set<SchemaNode>();
  const path: { node: SchemaNode; next: SchemaNode[] }[] = [];
  function enter(node: SchemaNode): void {
    if (onPath.has(node)) {
      throw new SchemaError(
        printPlace(node.place, node.resource.head),
        'leads back to itself without a step into the value',
      );
    }
    if (done.has(node)) return;
    onPath.add(node);
    path.push({ node, next: onSameValue(node, dynamic) });
  }
  enter(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.next.pop();
    if (next !== undefined) enter(next);
    else {
      path.pop();
      onPath.delete(top.node);
      done.add(top.node);
    }
  }
}

function onSameValue(
  { combined }: SchemaNode,
  dynamic: ReadonlyMap<string, SchemaNode[]>,
): SchemaNode[] {
  if (combined === undefined) return [];
  const { reference, dynamicReference, allOf, anyOf, oneOf, dependentSchemas } = combined;
  const { anchor } = dynamicReference ?? {};
  const optional = [
    reference,
    dynamicReference?.target,
    combined.not,
    combined.if,
    combined.then,
    combined.else,
  ];
  return [
    ...optional.filter((node) => node !== undefined),
    ...(allOf ?? []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...(dependentSchemas?.values() ?? []),
    ...(anchor === undefined ? [] : (dynamic.get(anchor) ?? [])),
  ];
}

/** Any dynamic anchor of the name may be the one. */
function dynamicTargets(nodes: readonly SchemaNode[]): Map<string, SchemaNode[]> {
  const targets = new Map<string, SchemaNode[]>();
  for (const resource of new Set(nodes.map((node) => node.resource))) {
    for (const [name, node] of resource.dynamicAnchors) {
      targets.set(name, [...(targets.get(name) ?? []), node]);
    }
  }
  return targets;
}
