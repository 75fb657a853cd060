import { stringFormats } from '../body-schema.ts';

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
export const firstMisfit = 9;
/** Some string fitted no format. */
export const allMisfits = (2 ** stringFormats.length - 1) << firstMisfit;

/**
 * What is known of the values at one place of many samples. To add one to another is commutative and associative, so neither the order
 * of the samples nor their grouping matters.
 */
export class Place {
  /** Of `seen`, and of the misfits. */
  traits = 0;
  objects = 0;
  elements: Place | undefined;
  /** The members that are told apart. */
  members: Map<string, Place> | undefined;
  /** The values of all other members. */
  rest: Place | undefined;
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
  add(other: Place): void {
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

  #addMembers(added: Map<string, Place>): void {
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

  #addToRest(members: Map<string, Place>): void {
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

  copy(): Place {
    const copied = new Place();
    copied.traits = this.traits;
    copied.objects = this.objects;
    copied.elements = this.elements?.copy();
    copied.rest = this.rest?.copy();
    copied.longestName = this.longestName;
    copied.present = this.present;
    copied.indices = this.indices;
    if (this.members !== undefined) {
      copied.members = new Map();
      for (const [name, member] of this.members) copied.members.set(name, member.copy());
    }
    return copied;
  }
}

function sum(known: Place | undefined, added: Place): Place {
  if (known === undefined) return added;
  known.add(added);
  return known;
}
