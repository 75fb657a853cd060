/** The parts of a reference: `other.yaml#/components/schemas/Order`. */
export interface Reference {
  /** The address, as it was written; empty for the document itself. */
  file: string;
  /** What stands behind the `#`, with it; empty for all of the document. */
  fragment: string;
}

export function referenceOf(text: string): Reference {
  const mark = text.indexOf('#');
  if (mark === -1) return { file: text, fragment: '' };
  return { file: text.slice(0, mark), fragment: text.slice(mark) };
}

/** Whether the address is one of a file beside another file, and not of another kind. */
export function isRelative(address: string): boolean {
  return address !== '' && !/^([a-z][a-z0-9+.-]*:|\/)/i.test(address);
}

/** The references in a document: every text that stands as a `$ref`. */
export function referencesIn(document: unknown): string[] {
  const found: string[] = [];
  mapReferences(document, (text) => {
    found.push(text);
    return text;
  });
  return found;
}

/** The same document with other references. */
export function mapReferences(document: unknown, changed: (reference: string) => string): unknown {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]): [string, unknown] => {
      const isReference = name === '$ref' && typeof member === 'string';
      return [name, isReference ? changed(member) : copy(member)];
    });
    return Object.fromEntries(members);
  };
  return copy(document);
}

/** The value at a pointer (RFC 6901, section 6): `#/components/schemas/Order`. `undefined` if it leads nowhere. */
export function valueAt(document: unknown, fragment: string): unknown {
  if (fragment === '' || fragment === '#') return document;
  const [first, ...steps] = decodedFragment(fragment).split('/');
  if (first !== '#') return undefined;
  return steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return memberOf(value, name);
  }, document);
}

/** The pointer with one step more. */
export function pointerTo(fragment: string, name: string): string {
  // Half of a pair has no encoding. A name that has one is not found then.
  const step = encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
  return `${fragment === '' ? '#' : fragment}/${step}`;
}

/** The member of an object, or item of a list, that is its own. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  // It has the member, whose type nobody knows.
  return (value as Record<string, unknown>)[name];
}

function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // It was not encoded.
    return fragment;
  }
}
