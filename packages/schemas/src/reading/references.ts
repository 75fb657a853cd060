import type { SchemaNode, SchemaResource } from '../schema/schema-node.ts';
import { combinedOf } from './keywords.ts';
import { inside, isObject, type Raw, readText, refuse } from './raw-values.ts';
import { type Reference, type SchemaReader, withoutFragment } from './schema-reader.ts';

/** Steps of a pointer. */
const mostPointerSteps = 200;

/**
 * Follows all references, and those in the schemas that they lead to.
 * @param documents further ones, by address
 * @returns whether some are dynamic
 */
export function followReferences(
  reader: SchemaReader,
  documents: ReadonlyMap<string, unknown>,
): boolean {
  let hasDynamic = false;
  // It grows while it is gone through.
  for (const reference of reader.references) {
    const { node, isDynamic } = reference;
    const target = targetOf(reference, reader, documents);
    const combined = combinedOf(node);
    if (!isDynamic) combined.reference = target.schema;
    else combined.dynamicReference = { target: target.schema, ...target.dynamic };
    hasDynamic ||= isDynamic;
  }
  return hasDynamic;
}

interface Target {
  schema: SchemaNode;
  dynamic?: { anchor: string };
}

function targetOf(
  { raw, node }: Reference,
  reader: SchemaReader,
  documents: ReadonlyMap<string, unknown>,
): Target {
  const { resource, fragment } = placeOf(raw, node.resource, reader, documents);
  if (fragment.startsWith('/')) return { schema: atPointer(fragment, resource, reader, raw) };
  const root = reader.read(rootOf(resource), resource);
  const schema = fragment === '' ? root : resource.anchors.get(fragment);
  if (schema === undefined) throw refuse(raw, 'leads to an anchor that is not there');
  return resource.dynamicAnchors.has(fragment)
    ? { schema, dynamic: { anchor: fragment } }
    : { schema };
}

function placeOf(
  raw: Raw,
  around: SchemaResource,
  reader: SchemaReader,
  documents: ReadonlyMap<string, unknown>,
): { resource: SchemaResource; fragment: string } {
  const text = readText(raw);
  // Most references: to make an address of each would take most of the time.
  if (/^#[\w/$.-]*$/.test(text)) return { resource: around, fragment: text.slice(1) };
  const url = URL.parse(text, around.address);
  if (url === null) throw refuse(raw, 'is no reference');
  const resource = resourceAt(withoutFragment(url), reader, documents);
  if (resource === undefined) {
    throw refuse(raw, 'leads to another document, which is not followed');
  }
  return { resource, fragment: fragmentOf(url, raw) };
}

function resourceAt(
  address: string,
  reader: SchemaReader,
  documents: ReadonlyMap<string, unknown>,
): SchemaResource | undefined {
  const known = reader.resources.get(address);
  if (known !== undefined || !documents.has(address)) return known;
  return reader.open(documents.get(address), address, `${address}#`);
}

function rootOf({ root, head }: SchemaResource): Raw {
  return { value: root, head, place: undefined };
}

function fragmentOf(url: URL, raw: Raw): string {
  try {
    return decodeURIComponent(url.hash.slice(1));
  } catch {
    throw refuse(raw, 'is no reference');
  }
}

function atPointer(
  pointer: string,
  start: SchemaResource,
  reader: SchemaReader,
  raw: Raw,
): SchemaNode {
  const steps = pointer.slice(1).split('/');
  let resource = start;
  let at = rootOf(start);
  if (steps.length > mostPointerSteps) throw refuse(raw, 'has too many steps');
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = stepInto(at, name);
    if (next === undefined) throw refuse(raw, 'leads to nothing');
    at = next;
    // Within a schema that has an address of its own, references are relative to that.
    if (isObject(at.value)) resource = reader.nodeOf(at.value)?.resource ?? resource;
  }
  return reader.read(at, resource);
}

function stepInto(at: Raw, name: string): Raw | undefined {
  const { value } = at;
  if (Array.isArray(value)) {
    const index = /^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : value.length;
    return index < value.length ? inside(at, index, value[index]) : undefined;
  }
  return isObject(value) && Object.hasOwn(value, name) ? inside(at, name, value[name]) : undefined;
}
