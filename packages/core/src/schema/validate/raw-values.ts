/** Why a schema is not taken. */
export class SchemaError extends Error {
  override name = 'SchemaError';
  /** Where in the document: `events["invoice.paid"].properties.id.type`; empty for all of it. */
  readonly place: string;

  /** @param problem what follows the place in a sentence */
  constructor(place: string, problem: string) {
    super(`${place === '' ? 'The schema' : `\`${place}\``} ${problem}`);
    this.place = place;
  }
}

/** A value of the document that is read, with its place. */
export interface Raw {
  readonly value: unknown;
  /** Before the place: what it is a place in. */
  readonly head: string;
  readonly place: ValuePath | undefined;
}

export function refuse(raw: Raw, problem: string): SchemaError {
  return new SchemaError(printPlace(raw.place, raw.head), problem);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function inside(raw: Raw, step: string | number, value: unknown): Raw {
  return { value, head: raw.head, place: { above: raw.place, step } };
}

/** A member or an item by its name in a pointer. */
export function stepInto(at: Raw, name: string): Raw | undefined {
  const { value } = at;
  if (Array.isArray(value)) {
    const index = /^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : value.length;
    return index < value.length ? inside(at, index, value[index]) : undefined;
  }
  return isObject(value) && Object.hasOwn(value, name) ? inside(at, name, value[name]) : undefined;
}

export function readText(raw: Raw): string {
  if (typeof raw.value === 'string') return raw.value;
  throw refuse(raw, 'is no text');
}

export function readFinite(raw: Raw): number {
  if (typeof raw.value === 'number' && Number.isFinite(raw.value)) return raw.value;
  throw refuse(raw, typeof raw.value === 'number' ? 'is too large a number' : 'is no number');
}

export function readItems(raw: Raw): Raw[] {
  if (!Array.isArray(raw.value)) throw refuse(raw, 'is no array');
  return raw.value.map((item: unknown, index) => inside(raw, index, item));
}

/** Names as bodies have them once they were read (`readJsonValue`). */
export function readNames(raw: Raw): string[] {
  return readItems(raw).map((item) => readText(item).toWellFormed());
}

export function readMembers(raw: Raw): [name: string, member: Raw][] {
  if (!isObject(raw.value)) throw refuse(raw, 'is no object');
  return Object.entries(raw.value).map(([name, value]) => [
    name.toWellFormed(),
    inside(raw, name, value),
  ]);
}

/** A place in a document, from the innermost step outwards; `undefined` for all of the document. */
export interface ValuePath {
  readonly above: ValuePath | undefined;
  /** The name of a member or the index of an item. */
  readonly step: string | number;
}

/** Names longer than this are cut. */
export const longestName = 100;
/** Behind so many characters only a sign says that there is more. */
const longestPlace = 400;

/**
 * Writes a place as the match language writes paths: `lines[0]["a.b"]`. Every text that it gives is a path there. It
 * leads to the place unless something in it is too long or invisible.
 */
export function printPlace(place: ValuePath | undefined, head = ''): string {
  const steps: ValuePath['step'][] = [];
  for (let at = place; at !== undefined; at = at.above) steps.push(at.step);
  let text = head;
  for (const step of steps.reverse()) {
    if (text.length > longestPlace) return `${text}.…`;
    const printed = typeof step === 'number' ? `[${step}]` : printName(step);
    text += text === '' && printed.startsWith('.') ? printed.slice(1) : printed;
  }
  return text;
}

function printName(name: string): string {
  if (/^(0|[1-9]\d{0,15})$/.test(name)) return `[${name}]`;
  const shown = visible(name, longestName);
  if (/^[\p{L}\p{N}_$@-]+$/u.test(shown)) return `.${shown}`;
  return `["${shown.replace(/["'\\]/g, '\\$&')}"]`;
}

/** A text that a stranger chose, for people: not too long, and without characters that cannot be seen. */
export function visible(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\uFFFD';
  });
}
