import {
  type Reference,
  type SchemaCheck,
  type SchemaCopy,
  withoutFragment,
} from './check-schema.ts';
import { inside, isObject, type Raw, readText, refuse } from './raw-values.ts';

/** Of a schema without `$id`. */
const ownAddress = 'schema:///';

/** Follows the references of schemas, and those in the schemas that they lead to. */
export class References {
  readonly #check: SchemaCheck;
  readonly #documents: ReadonlyMap<string, unknown>;

  /** @param documents further ones, by address */
  constructor(check: SchemaCheck, documents: ReadonlyMap<string, unknown>) {
    this.#check = check;
    this.#documents = documents;
  }

  /** Reads a schema that has the references. */
  open(schema: unknown, head: string): SchemaCopy {
    return this.#check.schema(this.#opened(schema, ownAddress, head), ownAddress);
  }

  /** Gives what they lead to, by what stands under `$ref` in the copies. */
  follow(): Record<string, SchemaCopy> {
    const { references } = this.#check;
    const targets: Record<string, SchemaCopy> = {};
    // It grows while it is gone through.
    for (const [index, reference] of references.entries()) {
      reference.from.copy.$ref = String(index);
      targets[index] = this.#targetOf(reference);
    }
    return targets;
  }

  #opened(root: unknown, address: string, head: string): Raw {
    const raw = { value: root, head, place: undefined };
    this.#check.addressed.set(address, raw);
    return raw;
  }

  #targetOf({ raw, from }: Reference): SchemaCopy {
    const { address, fragment } = partsOf(raw, from.address);
    const root = this.#rootAt(address);
    if (root === undefined) throw refuse(raw, 'leads to another document, which is not followed');
    if (fragment.startsWith('/')) return this.#atPointer(fragment, root, address, raw);
    const copy = this.#check.schema(root, address);
    if (fragment === '') return copy;
    const anchored = this.#check.addressed.get(`${this.#addressIn(root, address)}#${fragment}`);
    if (anchored === undefined) throw refuse(raw, 'leads to an anchor that is not there');
    return this.#check.schema(anchored, address);
  }

  #rootAt(address: string): Raw | undefined {
    const known = this.#check.addressed.get(address);
    if (known !== undefined || !this.#documents.has(address)) return known;
    return this.#opened(this.#documents.get(address), address, `${address}#`);
  }

  /** What references in a schema are relative to, if it was read as one. */
  #addressIn({ value }: Raw, around: string): string {
    return (isObject(value) ? this.#check.copies.get(value)?.address : undefined) ?? around;
  }

  #atPointer(pointer: string, root: Raw, address: string, raw: Raw): SchemaCopy {
    let [at, around] = [root, this.#addressIn(root, address)];
    for (const step of pointer.slice(1).split('/')) {
      const next = stepInto(at, step.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (next === undefined) throw refuse(raw, 'leads to nothing');
      at = next;
      around = this.#addressIn(at, around);
    }
    return this.#check.schema(at, around);
  }
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

function stepInto(at: Raw, name: string): Raw | undefined {
  const { value } = at;
  if (Array.isArray(value)) {
    const index = /^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : value.length;
    return index < value.length ? inside(at, index, value[index]) : undefined;
  }
  return isObject(value) && Object.hasOwn(value, name) ? inside(at, name, value[name]) : undefined;
}
