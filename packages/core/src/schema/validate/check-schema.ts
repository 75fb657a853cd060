import { type Form, keywords, plainForms, readPattern } from './keywords.ts';
import {
  inside,
  isObject,
  type Raw,
  readItems,
  readMembers,
  readText,
  refuse,
  stepInto,
} from './raw-values.ts';

/** So many schemas are read for one, all that references lead to included. */
const mostSchemas = 20_000;
/** Schemas within schemas. */
const mostLevels = 200;

const draft = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
/** Of OpenAPI from 3.1 on, in each of its editions, which are the same but for annotations. */
const openapiDialect = /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+$/;

/** Whether an address, of `$schema`, is that of a dialect which is read here. */
export function isDialect(address: string): boolean {
  return draft.test(address) || openapiDialect.test(address);
}

/** A schema as the validator gets it: it has keywords that assert alone, and each `$ref` is a key of the targets. */
type SchemaCopy = Record<string, unknown> | true;

/** In the place of `false`, of which the validator does not say where it stands. */
export const never: SchemaCopy = { not: true };

/** A schema that was checked, for `differencesOf`. */
export interface CheckedSchema {
  readonly root: SchemaCopy;
  readonly targets: Readonly<Record<string, SchemaCopy>>;
  /** So many schemas were read for it. */
  readonly size: number;
}

export interface ReadSchemaOptions {
  /** Before places in messages: what the schema is in. */
  place?: string;
  /** `taken` for one's own schemas alone: nothing bounds how long a regular expression runs. */
  patterns?: 'refused' | 'taken';
  /** Further documents that references may lead into, by address: schemas, or whatever has some within. */
  resources?: ReadonlyMap<string, unknown>;
}

/**
 * Checks a JSON Schema (draft 2020-12). `format` and what else is no assertion of that draft says nothing.
 * @throws {SchemaError} if it is none, or leads out of itself and the resources
 */
export function readSchema(schema: unknown, options: ReadSchemaOptions = {}): CheckedSchema {
  const { place = '', patterns = 'refused', resources = new Map() } = options;
  const check = new SchemaCheck(patterns, resources);
  const root = check.schema(check.open(schema, ownAddress, place), ownAddress);
  const targets = check.followReferences();
  refuseCircles(check.copies.values(), targets);
  return { root, targets, size: check.size };
}

/** Of a schema without `$id`. */
const ownAddress = 'schema:///';

/** A schema that was read, as it is known to its references. */
export interface Copied {
  readonly copy: Record<string, unknown>;
  readonly raw: Raw;
  /** What references within it are relative to. */
  readonly address: string;
}

/** Walks through schemas, each once, and copies what the validator is to have. */
class SchemaCheck {
  /** By the objects of the document. */
  readonly copies = new Map<object, Copied>();
  size = 0;
  readonly #patterns: 'refused' | 'taken';
  readonly #documents: ReadonlyMap<string, unknown>;
  readonly #references: { raw: Raw; from: Copied }[] = [];
  /** By their addresses, those with anchors included. */
  readonly #addressed = new Map<string, Raw>();
  #levels = 0;

  /** @param documents those that references may lead into, by address */
  constructor(patterns: 'refused' | 'taken', documents: ReadonlyMap<string, unknown>) {
    this.#patterns = patterns;
    this.#documents = documents;
  }

  open(root: unknown, address: string, head: string): Raw {
    const raw = { value: root, head, place: undefined };
    this.#addressed.set(address, raw);
    return raw;
  }

  /** @param around the address that references are relative to */
  schema(raw: Raw, around: string): SchemaCopy {
    const { value } = raw;
    const known = isObject(value) ? this.copies.get(value) : undefined;
    if (known !== undefined) return known.copy;
    this.size += 1;
    if (this.size > mostSchemas) throw refuse(raw, `is past the ${mostSchemas}th schema`);
    if (typeof value === 'boolean') return value || never;
    if (!isObject(value)) throw refuse(raw, 'is no schema: an object, true or false');
    this.#levels += 1;
    if (this.#levels > mostLevels) throw refuse(raw, `is deeper than ${mostLevels} schemas`);
    const copied = { copy: {}, raw, address: this.#addressOf(raw, value.$id, around) };
    this.copies.set(value, copied);
    for (const [name, keyword] of Object.entries(value)) {
      this.#copy(copied, name, inside(raw, name, keyword));
    }
    this.#levels -= 1;
    return copied.copy;
  }

  #addressOf(raw: Raw, $id: unknown, around: string): string {
    if ($id === undefined) return around;
    const id = inside(raw, '$id', $id);
    const address = URL.parse(readText(id), around);
    if (address === null || address.hash !== '') throw refuse(id, 'is no address of a schema');
    const text = withoutFragment(address);
    const other = this.#addressed.get(text);
    if (other !== undefined && other.value !== raw.value) {
      throw refuse(id, 'is the address of another schema too');
    }
    this.#addressed.set(text, raw);
    return text;
  }

  #copy(from: Copied, name: string, raw: Raw): void {
    const form = keywords.get(name);
    if (name === '$ref') this.#references.push({ raw, from });
    else if (name === '$dynamicRef') throw refuse(raw, 'is not taken: use `$ref`');
    else if (name === '$anchor' || name === '$dynamicAnchor') this.#noteAnchor(from, raw);
    else if (name === '$schema') readDialect(raw);
    else if (form !== undefined) from.copy[name] = this.#copied(form, raw, from.address);
  }

  #copied(form: Form, raw: Raw, around: string): unknown {
    if (this.#patterns === 'refused' && (form === 'pattern' || form === 'patterns')) {
      const why = 'nobody knows how long a regular expression runs. Leave it out';
      throw refuse(raw, `is not taken: ${why}`);
    }
    switch (form) {
      case 'schema':
        return this.schema(raw, around);
      case 'items':
        if (!Array.isArray(raw.value)) return this.schema(raw, around);
        throw refuse(raw, 'is an array: since draft 2020-12 that is `prefixItems`');
      case 'schemas':
      case 'alternatives': {
        const items = readItems(raw);
        if (form === 'alternatives' && items.length === 0) throw refuse(raw, 'is empty');
        return items.map((item) => this.schema(item, around));
      }
      case 'members':
      case 'patterns': {
        const members = readMembers(raw).map(([name, member]) => {
          if (form === 'patterns') readPattern(member, name);
          return [name, this.schema(member, around)];
        });
        return Object.fromEntries(members);
      }
      default:
        return plainForms[form](raw);
    }
  }

  #noteAnchor({ address, raw: schema }: Copied, raw: Raw): void {
    const name = readText(raw);
    if (!/^[A-Za-z_][\w.-]*$/.test(name)) throw refuse(raw, 'is no name of an anchor');
    const anchor = `${address}#${name}`;
    if (this.#addressed.has(anchor)) throw refuse(raw, 'is the anchor of another schema too');
    this.#addressed.set(anchor, schema);
  }

  /** Gives what references lead to, by what stands under `$ref` in the copies, and reads schemas that they lead to. */
  followReferences(): Record<string, SchemaCopy> {
    const targets: Record<string, SchemaCopy> = {};
    // It grows while it is gone through.
    for (const [index, reference] of this.#references.entries()) {
      reference.from.copy.$ref = String(index);
      targets[index] = this.#targetOf(reference);
    }
    return targets;
  }

  #targetOf({ raw, from }: { raw: Raw; from: Copied }): SchemaCopy {
    const { address, fragment } = partsOf(raw, from.address);
    const root = this.#rootAt(address);
    if (root === undefined) throw refuse(raw, 'leads to another document, which is not followed');
    if (fragment.startsWith('/')) return this.#atPointer(fragment, root, address, raw);
    const copy = this.schema(root, address);
    if (fragment === '') return copy;
    const anchored = this.#addressed.get(`${this.#addressIn(root, address)}#${fragment}`);
    if (anchored === undefined) throw refuse(raw, 'leads to an anchor that is not there');
    return this.schema(anchored, address);
  }

  #rootAt(address: string): Raw | undefined {
    const known = this.#addressed.get(address);
    if (known !== undefined || !this.#documents.has(address)) return known;
    return this.open(this.#documents.get(address), address, `${address}#`);
  }

  /** What references in a schema are relative to, if it was read as one. */
  #addressIn({ value }: Raw, around: string): string {
    return (isObject(value) ? this.copies.get(value)?.address : undefined) ?? around;
  }

  #atPointer(pointer: string, root: Raw, address: string, raw: Raw): SchemaCopy {
    let [at, around] = [root, this.#addressIn(root, address)];
    for (const step of pointer.slice(1).split('/')) {
      const next = stepInto(at, step.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (next === undefined) throw refuse(raw, 'leads to nothing');
      at = next;
      around = this.#addressIn(at, around);
    }
    return this.schema(at, around);
  }
}

/** The address of the document, or of the part of one, that an address leads into. */
function withoutFragment(address: URL): string {
  return address.href.split('#', 1)[0] ?? '';
}

function readDialect(raw: Raw): void {
  if (isDialect(readText(raw))) return;
  throw refuse(raw, 'is not draft 2020-12: https://json-schema.org/draft/2020-12/schema');
}

function partsOf(raw: Raw, around: string): { address: string; fragment: string } {
  const text = readText(raw);
  // Most references: to make an address of each would take most of the time.
  if (/^#[\w/$.-]*$/.test(text)) return { address: around, fragment: text.slice(1) };
  const url = URL.parse(text, around);
  if (url === null) throw refuse(raw, 'is no reference');
  try {
    return { address: withoutFragment(url), fragment: decodeURIComponent(url.hash.slice(1)) };
  } catch {
    throw refuse(raw, 'is no reference');
  }
}

/**
 * Refuses schemas that lead back to themselves on the same value, as `{"$ref": "#"}` does: trying them would never end.
 * @throws {SchemaError}
 */
function refuseCircles(
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
