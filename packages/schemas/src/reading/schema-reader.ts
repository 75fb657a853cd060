import type { SchemaNode, SchemaResource } from '../schema/schema-node.ts';
import { type KeywordContext, keywords } from './keywords.ts';
import { inside, isObject, type Raw, type RawObject, readText, refuse } from './raw-values.ts';

/** So many schemas are read for one, all that references lead to included. */
const mostSchemas = 20_000;
/** Schemas within schemas, and steps of places in a document. */
const mostLevels = 200;
/** References and addresses within a schema are read against its own address: thousands against a long one would take minutes. */
const mostAddressCharacters = 500;
/** Each takes as long to be read as many schemas do. */
const mostAddresses = 1000;

const draft = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
/** Of OpenAPI from 3.1 on, in each of its editions, which are the same but for annotations. */
const openapiDialect = /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+$/;

/** Whether an address, of `$schema`, is that of a dialect which is read here. */
export function isDialect(address: string): boolean {
  return draft.test(address) || openapiDialect.test(address);
}

/** Where a reference stands that is yet to be followed. */
export interface Reference {
  readonly raw: Raw;
  readonly node: SchemaNode;
  readonly isDynamic: boolean;
}

/** Reads schemas, each once, and notes the references in them. */
export class SchemaReader implements KeywordContext {
  readonly patterns: 'refused' | 'taken';
  /** By their addresses, without a fragment. */
  readonly resources = new Map<string, SchemaResource>();
  /** To be followed: reading on adds to them. */
  readonly references: Reference[] = [];
  readonly #nodes = new Map<object, SchemaNode>();
  #schemas = 0;
  #levels = 0;
  /** That of the schema that is being read. */
  #resource: SchemaResource | undefined;

  constructor(patterns: 'refused' | 'taken') {
    this.patterns = patterns;
  }

  /** The number of schemas that were read. */
  get size(): number {
    return this.#schemas;
  }

  get nodes(): Iterable<SchemaNode> {
    return this.#nodes.values();
  }

  /** The schema that was made of an object of the document. */
  nodeOf(value: object): SchemaNode | undefined {
    return this.#nodes.get(value);
  }

  /** Opens a document of which schemas are read. It is known by the address that it gives itself, too. */
  open(root: unknown, address: string, head: string): SchemaResource {
    const id = isObject(root) && typeof root.$id === 'string' ? URL.parse(root.$id, address) : null;
    const resource = this.#register(root, id === null ? address : withoutFragment(id), head);
    this.resources.set(address, resource);
    return resource;
  }

  /** Reads a schema of a document that was opened. */
  read(raw: Raw, resource: SchemaResource): SchemaNode {
    const before = this.#resource;
    this.#resource = resource;
    const node = this.schema(raw);
    this.#resource = before;
    return node;
  }

  schema(raw: Raw): SchemaNode {
    const resource = this.#resource;
    if (resource === undefined) throw new Error('No document was opened');
    const { value, place } = raw;
    const known = isObject(value) ? this.#nodes.get(value) : undefined;
    if (known !== undefined) return known;
    this.#schemas += 1;
    if (this.#schemas > mostSchemas) throw refuse(raw, `is past the ${mostSchemas}th schema`);
    if (typeof value === 'boolean') return { allows: value, resource, place };
    if (!isObject(value)) throw refuse(raw, 'is no schema: an object, true or false');
    this.#levels += 1;
    if (this.#levels > mostLevels) throw refuse(raw, `is deeper than ${mostLevels} schemas`);
    const own = this.#resourceOf(raw, value, resource);
    this.#resource = own;
    const node: SchemaNode = { resource: own, place };
    this.#nodes.set(value, node);
    this.#readKeywords(raw, value, node);
    this.#resource = resource;
    this.#levels -= 1;
    return node;
  }

  reference(raw: Raw, node: SchemaNode, isDynamic: boolean): void {
    this.references.push({ raw, node, isDynamic });
  }

  #readKeywords(raw: Raw, value: RawObject, node: SchemaNode): void {
    for (const [name, keyword] of Object.entries(value)) {
      if (name === '$schema') readDialect(inside(raw, name, keyword));
      else if (name === '$anchor' || name === '$dynamicAnchor') {
        readAnchor(inside(raw, name, keyword), node, name === '$dynamicAnchor');
      } else keywords.get(name)?.(node, inside(raw, name, keyword), this);
    }
  }

  /** The resource that a schema begins with `$id`, or the one that it stands in. */
  #resourceOf(raw: Raw, value: RawObject, around: SchemaResource): SchemaResource {
    if (!Object.hasOwn(value, '$id')) return around;
    const id = inside(raw, '$id', value.$id);
    const address = URL.parse(readText(id), around.address);
    if (address === null || address.hash !== '') throw refuse(id, 'is no address of a schema');
    if (address.href.length > mostAddressCharacters) {
      throw refuse(id, `is longer than ${mostAddressCharacters} characters`);
    }
    if (around.root === value) return around;
    if (this.resources.has(withoutFragment(address))) {
      throw refuse(id, 'is the address of another schema too');
    }
    if (this.resources.size >= mostAddresses) {
      throw refuse(id, `is past the ${mostAddresses}th address`);
    }
    return this.#register(value, withoutFragment(address), around.head);
  }

  #register(root: unknown, address: string, head: string): SchemaResource {
    const anchors = { anchors: new Map(), dynamicAnchors: new Map() };
    const resource: SchemaResource = { address, root, head, ...anchors };
    this.resources.set(address, resource);
    return resource;
  }
}

/** The address of the document, or of the part of one, that an address leads into. */
export function withoutFragment(address: URL): string {
  return address.href.split('#', 1)[0] ?? '';
}

function readDialect(raw: Raw): void {
  if (isDialect(readText(raw))) return;
  throw refuse(raw, 'is not draft 2020-12: https://json-schema.org/draft/2020-12/schema');
}

function readAnchor(raw: Raw, node: SchemaNode, isDynamic: boolean): void {
  const name = readText(raw);
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) throw refuse(raw, 'is no name of an anchor');
  const { anchors, dynamicAnchors } = node.resource;
  if (anchors.has(name)) throw refuse(raw, 'is the anchor of another schema too');
  anchors.set(name, node);
  if (isDynamic) dynamicAnchors.set(name, node);
}
