import { type StringFormat, stringFormats } from '../body-schema.ts';

/** What was seen at a place, as bits. */
export const seen = {
  object: 1,
  array: 2,
  string: 4,
  /** Numbers whose digits are those of an integer, and all others. */
  integer: 8,
  fraction: 16,
  boolean: 32,
  null: 64,
  /** A number that no double holds: readers of JSON make different things of it, so that it has no type. */
  hugeNumber: 128,
  /** Objects with too many names to tell them apart. */
  map: 256,
} as const;

/** From this bit on: the formats that some string did not fit, in the order of `stringFormats`. */
const firstMisfit = 9;
/** Some string fitted no format. */
export const allMisfits = (2 ** stringFormats.length - 1) << firstMisfit;

/** The same as a plain value. */
export interface PlainPlace {
  traits: number;
  objects: number;
  elements: PlainPlace | undefined;
  members: ReadonlyMap<string, PlainPlace> | undefined;
  rest: PlainPlace | undefined;
  longestName: number;
  present: number;
  indices: number;
}

/**
 * What is known of the values at one place of many samples. To add one to another is commutative and associative, so neither the order
 * of the samples nor their grouping matters.
 */
export class ShapeNode {
  /** Of `seen`, and of the misfits. */
  traits = 0;
  objects = 0;
  elements: ShapeNode | undefined;
  /** The members that are told apart. */
  members: Map<string, ShapeNode> | undefined;
  /** The values of all other members. */
  rest: ShapeNode | undefined;
  /** Of the names that are not told apart any more, in characters. */
  longestName = 0;
  /** Of a member: the objects that have it. */
  present = 0;
  /** Of a member: the sum of its indices in them. */
  indices = 0;
  /** Of a member: the number of the last object that had it, since a name may stand in one object twice. */
  lastObject = -1;

  get isMap(): boolean {
    return (this.traits & seen.map) !== 0;
  }

  /** Adds all that the other knows, which is not to be used any more. */
  add(other: ShapeNode): void {
    this.traits |= other.traits;
    this.objects += other.objects;
    this.present += other.present;
    this.indices += other.indices;
    this.lastObject = Math.max(this.lastObject, other.lastObject);
    this.longestName = Math.max(this.longestName, other.longestName);
    if (other.elements !== undefined) this.elements = sum(this.elements, other.elements);
    if (other.rest !== undefined) this.rest = sum(this.rest, other.rest);
    if (this.isMap) this.becomeMap();
    if (other.members !== undefined) this.#addMembers(other.members);
  }

  #addMembers(added: Map<string, ShapeNode>): void {
    if (this.isMap) return this.#addToRest(added);
    this.members ??= new Map();
    for (const [name, member] of added) {
      const known = this.members.get(name);
      if (known === undefined) this.members.set(name, member);
      else known.add(member);
    }
  }

  /** Its members are not told apart any more. */
  becomeMap(): void {
    this.traits |= seen.map;
    const { members } = this;
    this.members = undefined;
    if (members !== undefined) this.#addToRest(members);
  }

  #addToRest(members: Map<string, ShapeNode>): void {
    for (const [name, member] of members) {
      this.longestName = Math.max(this.longestName, name.length);
      this.rest = sum(this.rest, member);
    }
  }

  /** Forgets all within its objects and arrays. Gives whether there was anything. */
  cut(): boolean {
    if (this.elements === undefined && this.members === undefined && this.rest === undefined) {
      return false;
    }
    this.elements = undefined;
    this.members = undefined;
    this.rest = undefined;
    this.traits &= ~seen.map;
    this.longestName = 0;
    return true;
  }

  copy(): ShapeNode {
    return ShapeNode.of(this);
  }

  static of({ elements, members, rest, ...known }: PlainPlace): ShapeNode {
    const copied = new ShapeNode();
    copied.traits = known.traits;
    copied.objects = known.objects;
    copied.elements = elements && ShapeNode.of(elements);
    copied.rest = rest && ShapeNode.of(rest);
    copied.longestName = known.longestName;
    copied.present = known.present;
    copied.indices = known.indices;
    if (members !== undefined) {
      copied.members = new Map();
      for (const [name, member] of members) copied.members.set(name, ShapeNode.of(member));
    }
    return copied;
  }
}

function sum(known: ShapeNode | undefined, added: ShapeNode): ShapeNode {
  if (known === undefined) return added;
  known.add(added);
  return known;
}

const day = /^(\d{4})-(\d\d)-(\d\d)$/;
/** RFC 3339, 5.6. A leap second is not one: validators differ. */
const time =
  /^[Tt](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The local part without quotes (RFC 5321, 4.1.2), and a domain of two labels or more. */
const email =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
/** RFC 3986, but with a host that is no literal address. */
const character = "(?:[\\w.~!$&'()*+,;=-]|%[\\da-f]{2})";
const inPath = `(?:${character}|[:@])`;
const uri = new RegExp(
  `^[a-z][a-z\\d+.-]*://(?:(?:${character}|:)*@)?${character}+(?::\\d*)?(?:/${inPath}*)*(?:\\?(?:${inPath}|[/?])*)?(?:#(?:${inPath}|[/?])*)?$`,
  'i',
);

/** The formats that a text does not fit, as bits from `firstMisfit` on. What cannot be one is told by its first sight. */
export function misfitsOf(text: string): number {
  const { length } = text;
  if (length < 7) return allMisfits;
  let fits = 0;
  if (text.charAt(4) === '-' && isDay(text.slice(0, 10))) {
    if (length === 10) fits |= bit('date');
    else if (time.test(text.slice(10))) fits |= bit('date-time');
  }
  if (length === 36 && uuid.test(text)) fits |= bit('uuid');
  if (length <= 254 && text.includes('@') && email.test(text)) fits |= bit('email');
  if (length <= 15 && ipv4.test(text)) fits |= bit('ipv4');
  if (text.includes('://') && uri.test(text)) fits |= bit('uri');
  return allMisfits & ~fits;
}

/** The narrowest of the formats that all strings of a place fit. */
export function formatIn(traits: number): StringFormat | undefined {
  if ((traits & seen.string) === 0) return undefined;
  return stringFormats.find((format) => (traits & bit(format)) === 0);
}

function bit(format: StringFormat): number {
  return 1 << (firstMisfit + stringFormats.indexOf(format));
}

function isDay(text: string): boolean {
  const parts = day.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  return month >= 1 && month <= 12 && date >= 1 && date <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
