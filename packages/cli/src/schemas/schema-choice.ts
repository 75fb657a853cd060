import type { CheckedSchema } from '@hookwell/schemas';
import type { Surroundings } from '../command-line/command.ts';
import type { SchemaFor } from './judge-bodies.ts';
import { OpenapiWebhooks } from './openapi-webhooks.ts';
import { memberOf } from './references.ts';
import { wrongInput } from './schema-document.ts';
import { SchemaFiles } from './schema-files.ts';

/** The file by which bodies are judged. */
export type SchemaSource = { schema: string } | { openapi: string; webhook: string | undefined };

/**
 * Gives the schema for each event: one for all of them, or that of the webhook that an OpenAPI description has of it.
 * @throws {CommandFailure} with exit code 2 if a file has a fault, or lacks the webhook
 */
export async function schemaBy(
  source: SchemaSource,
  world: Pick<Surroundings, 'input'>,
): Promise<SchemaFor> {
  if ('schema' in source) {
    const files = await SchemaFiles.open(source.schema, world);
    const place = { file: files.main, fragment: '' };
    refuseOther(files.valueAt(place), files.source);
    const schema = files.schemaAt(place);
    return () => schema;
  }
  const files = await SchemaFiles.open(source.openapi, world);
  const webhooks = new OpenapiWebhooks(files);
  if (source.webhook === undefined) return schemaOfEvent(files, webhooks);
  const name = webhooks.nameOf(source.webhook);
  if (name === undefined) {
    throw wrongInput(
      `${files.source}: there is no webhook "${source.webhook}"${webhooks.perhaps(source.webhook)}`,
    );
  }
  const schema = schemaOf(files, webhooks, name);
  if ('reason' in schema) throw wrongInput(`${files.source}: ${schema.reason}`);
  return () => schema;
}

/** Whatever JSON Schema does not know says nothing, so that everything would fit another document. */
function refuseOther(document: unknown, source: string): void {
  if (memberOf(document, 'openapi') !== undefined) {
    throw wrongInput(`${source}: it is an OpenAPI description: --openapi takes it`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return;
  const names = Object.keys(document);
  if (names.length === 0 || names.some((name) => keyword.test(name))) return;
  throw wrongInput(`${source}: it has no keyword of JSON Schema, so everything would fit`);
}

const keyword =
  /^(\$.+|type|enum|const|properties|required|items|not|if|(all|any|one)Of|(m(in|ax)|exclusiveM(in|ax)).+|multipleOf|pattern|format|(additional|unevaluated|pattern)(Properties|Items)|propertyNames|prefixItems|contains|uniqueItems|dependent(Schemas|Required)|definitions)$/;

function schemaOfEvent(files: SchemaFiles, webhooks: OpenapiWebhooks): SchemaFor {
  const known = new Map<string, ReturnType<SchemaFor>>();
  return (event) => {
    if (event === undefined)
      return { reason: 'The request names no event (--webhook names one for all)' };
    const name = webhooks.nameOf(event);
    if (name === undefined) return { reason: `The description has no webhook "${event}"` };
    const schema = known.get(name) ?? schemaOf(files, webhooks, name);
    known.set(name, schema);
    return schema;
  };
}

function schemaOf(
  files: SchemaFiles,
  webhooks: OpenapiWebhooks,
  name: string,
): CheckedSchema | { reason: string } {
  const place = webhooks.schemaPlaceOf(name);
  if (place === undefined) return { reason: `The webhook "${name}" has no schema of a JSON body` };
  return files.schemaAt(place);
}
