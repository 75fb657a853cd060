import type { Copied, SchemaCopy } from './check-schema.ts';
import { isObject, type Raw, refuse } from './raw-values.ts';

/**
 * Refuses schemas that lead back to themselves on the same value, as `{"$ref": "#"}` does: trying them would never end.
 * @throws {SchemaError}
 */
export function refuseCircles(
  copies: Iterable<Copied>,
  targets: Readonly<Record<string, SchemaCopy>>,
): void {
  const raws = new Map<unknown, Raw>([...copies].map(({ copy, raw }) => [copy, raw]));
  const done = new Set<unknown>();
  for (const start of raws.keys()) {
    // Depth first, without recursion: a chain of references may be as long as the document.
    const onPath = new Set<unknown>();
    const path: { copy: unknown; next: unknown[] }[] = [];
    const enter = (copy: unknown): void => {
      const raw = raws.get(copy);
      if (raw === undefined || done.has(copy)) return;
      if (onPath.has(copy)) {
        throw refuse(raw, 'leads back to itself without a step into the value');
      }
      onPath.add(copy);
      path.push({ copy, next: onSameValue(copy, targets) });
    };
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.next.pop();
      if (next !== undefined) enter(next);
      else {
        path.pop();
        onPath.delete(top.copy);
        done.add(top.copy);
      }
    }
  }
}

function onSameValue(copy: unknown, targets: Readonly<Record<string, SchemaCopy>>): unknown[] {
  if (!isObject(copy)) return [];
  const { $ref, allOf, anyOf, oneOf, dependentSchemas } = copy;
  const several = [allOf, anyOf, oneOf, dependentSchemas].map((schemas) =>
    Object.values(schemas ?? {}),
  );
  const single = [copy.not, copy.if, copy.then, copy.else];
  return [...several.flat(), ...single, targets[String($ref)]].filter((one) => one !== undefined);
}
