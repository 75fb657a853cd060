import type { CheckedSchema } from '../schema/schema-node.ts';
import { refuseCircles } from './circles.ts';
import { followReferences } from './references.ts';
import { SchemaReader } from './schema-reader.ts';

/** Of a schema without `$id`. */
const ownAddress = 'schema:///';

export interface ReadSchemaOptions {
  /** Before places in messages: what the schema is in. */
  place?: string;
  /** `taken` for one's own schemas alone: nothing bounds how long a regular expression runs. */
  patterns?: 'refused' | 'taken';
  /** Further documents that references may lead into, by address: schemas, or whatever has some within. */
  resources?: ReadonlyMap<string, unknown>;
}

/**
 * Reads a JSON Schema (draft 2020-12). `format` and what else is no assertion of that draft says nothing.
 * @throws {SchemaError} if it is none, or leads out of itself and the resources
 */
export function readSchema(schema: unknown, options: ReadSchemaOptions = {}): CheckedSchema {
  const { place = '', patterns = 'refused', resources = new Map() } = options;
  const reader = new SchemaReader(patterns);
  const resource = reader.open(schema, ownAddress, place);
  const root = reader.read({ value: schema, head: place, place: undefined }, resource);
  const hasDynamicReferences = followReferences(reader, resources);
  refuseCircles(reader.nodes);
  return { root, hasDynamicReferences, size: reader.size, addresses: reader.resources.size };
}
