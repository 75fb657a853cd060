import { printPlace } from '../place.ts';
import type { CombinedSchemas, SchemaNode, SchemaResource } from '../schema/schema-node.ts';
import { SchemaError } from '../schema-error.ts';

/**
 * Refuses schemas that lead back to themselves on the same value, as `{"$ref": "#"}` does: trying them would never end.
 * @throws {SchemaError}
 */
export function refuseCircles(nodes: Iterable<SchemaNode>): void {
  const all = [...nodes];
  const anchored = anchoredNodes(new Set(all.map(({ resource }) => resource)));
  const done = new Set<object>();
  for (const node of all) {
    if (node.combined !== undefined) refuseCircleFrom(node, anchored, done);
  }
}

/** A schema, or all schemas with a dynamic anchor of one name. */
type Point = SchemaNode | SchemaNode[];

/** Depth first, without recursion: a chain of references may be as long as the document. */
function refuseCircleFrom(
  start: SchemaNode,
  anchored: ReadonlyMap<string, SchemaNode[]>,
  done: Set<object>,
): void {
  const onPath = new Set<Point>();
  const path: { point: Point; next: Point[] }[] = [];
  function enter(point: Point): void {
    if (onPath.has(point)) throw circleAt(Array.isArray(point) ? start : point);
    if (done.has(point)) return;
    onPath.add(point);
    const next = Array.isArray(point) ? [...point] : onSameValue(point.combined, anchored);
    path.push({ point, next });
  }
  enter(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.next.pop();
    if (next !== undefined) enter(next);
    else {
      path.pop();
      onPath.delete(top.point);
      done.add(top.point);
    }
  }
}

function circleAt({ place, resource }: SchemaNode): SchemaError {
  const problem = 'leads back to itself without a step into the value';
  return new SchemaError(printPlace(place, resource.head), problem);
}

function onSameValue(
  combined: CombinedSchemas | undefined,
  anchored: ReadonlyMap<string, SchemaNode[]>,
): Point[] {
  if (combined === undefined) return [];
  const { dynamicReference } = combined;
  const points = [
    combined.reference,
    // Any of them may be the outermost on the way.
    anchored.get(dynamicReference?.anchor ?? '') ?? dynamicReference?.target,
    combined.not,
    combined.if,
    combined.then,
    combined.else,
    ...(combined.allOf ?? []),
    ...(combined.anyOf ?? []),
    ...(combined.oneOf ?? []),
    ...(combined.dependentSchemas?.values() ?? []),
  ];
  return points.filter((point) => point !== undefined);
}

function anchoredNodes(resources: ReadonlySet<SchemaResource>): Map<string, SchemaNode[]> {
  const anchored = new Map<string, SchemaNode[]>();
  for (const resource of resources) {
    for (const [name, node] of resource.dynamicAnchors) {
      const others = anchored.get(name);
      if (others === undefined) anchored.set(name, [node]);
      else others.push(node);
    }
  }
  return anchored;
}
