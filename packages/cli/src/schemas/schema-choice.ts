import { type CheckedSchema, isDialect } from '@hookwell/core/schema/validate';
import type { Surroundings } from '../command-line/command.ts';
import { perhaps } from '../command-line/parse-values.ts';
import type { SchemaFor } from './judge-bodies.ts';
import {
  memberOf,
  type PlaceInFiles,
  pointerTo,
  referenceOf,
  SchemaFiles,
  wrongInput,
} from './schema-files.ts';

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

/** The webhooks of an OpenAPI description (3.1, section 4.8.1.1), each with the place of the schema of its JSON body. */
class OpenapiWebhooks {
  readonly #files: SchemaFiles;
  readonly #webhooks: PlaceInFiles;
  /** By their letters and digits alone; `undefined` where several have the same. */
  readonly #alike = new Map<string, string | undefined>();

  /** @throws {CommandFailure} with exit code 2 if it is no such description, or has no webhooks */
  constructor(files: SchemaFiles) {
    this.#files = files;
    const root = { file: files.main, fragment: '' };
    const document = files.valueAt(root);
    checkVersion(document, files.source);
    checkDialect(document, files.source);
    this.#webhooks = { file: files.main, fragment: pointerTo('', 'webhooks') };
    for (const name of this.names) {
      const letters = lettersOf(name);
      this.#alike.set(letters, this.#alike.has(letters) ? undefined : name);
    }
    if (this.#alike.size === 0) throw wrongInput(`${files.source}: it describes no webhooks`);
  }

  get names(): readonly string[] {
    const webhooks = this.#files.valueAt(this.#webhooks);
    return typeof webhooks === 'object' && webhooks !== null ? Object.keys(webhooks) : [];
  }

  /** The webhook of an event: the one of its name, else the only one whose name has the same letters and digits. */
  nameOf(event: string): string | undefined {
    const isThere = this.#files.valueAt(below(this.#webhooks, event)) !== undefined;
    return isThere ? event : this.#alike.get(lettersOf(event));
  }

  /** In a sentence: a webhook of nearly this name. */
  perhaps(name: string): string {
    return perhaps(name, this.names);
  }

  /** The place of the schema of a webhook's JSON body; `undefined` if the description has none. */
  schemaPlaceOf(name: string): PlaceInFiles | undefined {
    const item = this.#followed(below(this.#webhooks, name));
    const bodies = methods.map((method) => below(below(item, method), 'requestBody'));
    const body = bodies.find((place) => this.#files.valueAt(place) !== undefined);
    if (body === undefined) return undefined;
    const content = below(this.#followed(body), 'content');
    const type = jsonTypeIn(this.#files.valueAt(content));
    if (type === undefined) return undefined;
    const schema = below(this.#followed(below(content, type)), 'schema');
    return this.#files.valueAt(schema) === undefined ? undefined : schema;
  }

  /** The place that references lead to. */
  #followed(place: PlaceInFiles): PlaceInFiles {
    let at = place;
    for (let steps = 0; steps < mostReferences; steps += 1) {
      const reference = memberOf(this.#files.valueAt(at), '$ref');
      if (typeof reference !== 'string') return at;
      const { file, fragment } = referenceOf(reference);
      at = { file: file === '' ? at.file : file, fragment };
      if (this.#files.valueAt(at) !== undefined) continue;
      throw wrongInput(
        `${this.#files.source}: a webhook refers to "${reference}", which is not there`,
      );
    }
    throw wrongInput(`${this.#files.source}: the references of a webhook lead to no end`);
  }
}

/** One that leads to itself has no end. */
const mostReferences = 50;

/** The usual one first. */
const methods = ['post', 'put', 'patch', 'delete', 'get', 'query', 'options', 'head', 'trace'];

function checkVersion(document: unknown, source: string): void {
  const version = memberOf(document, 'openapi') ?? memberOf(document, 'swagger');
  if (version === undefined) {
    throw wrongInput(`${source}: it is no OpenAPI description: it has no "openapi"`);
  }
  if (/^3\.[1-9]/.test(String(version))) return;
  throw wrongInput(
    `${source}: it is OpenAPI ${String(version).slice(0, 20)}: webhooks, and schemas that are JSON Schema, came with 3.1, so convert it first`,
  );
}

/** What another dialect says would be read as something else, or as nothing. */
function checkDialect(document: unknown, source: string): void {
  const dialect = memberOf(document, 'jsonSchemaDialect');
  if (dialect === undefined || isDialect(String(dialect))) return;
  throw wrongInput(`${source}: "jsonSchemaDialect" is not that of OpenAPI 3.1, nor draft 2020-12`);
}

/** The type of the content that is JSON: `application/json`, else the first of another kind. */
function jsonTypeIn(content: unknown): string | undefined {
  const types = typeof content === 'object' && content !== null ? Object.keys(content) : [];
  const essence = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return (
    types.find((type) => essence(type) === 'application/json') ??
    types.find((type) => /[/+]json$/.test(essence(type))) ??
    types.find((type) => ['application/*', '*/*'].includes(essence(type)))
  );
}

function below({ file, fragment }: PlaceInFiles, name: string): PlaceInFiles {
  return { file, fragment: pointerTo(fragment, name) };
}

/** Descriptions and senders write one name in different ways: `pull-request-opened`, `pull_request.opened`. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
