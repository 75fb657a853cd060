import { allFormats } from './string-formats.ts';

/** The members of an object that are told apart; one with more names is a map. */
export const mostNames = 1000;
/** A longer name is told with the rest of its object. */
export const mostNameCharacters = 1024;

/** A member of the objects at one place. */
export interface Member {
  shape: Shape;
  /** The objects that have it. */
  present: number;
  /** The sum of its places in them, the first being 0: members are told in their usual order. */
  places: number;
  /** The last object that had it: a name may stand in one object twice. */
  lastObject: number;
}

/**
 * What is known of the values at one place of many samples: how many were of each kind, and the shapes within. Merging is commutative and
 * associative, so neither the order of the samples nor their grouping matters.
 */
export class Shape {
  objects = 0;
  arrays = 0;
  strings = 0;
  /** Numbers whose digits are those of an integer, and all others. */
  integers = 0;
  fractions = 0;
  booleans = 0;
  nulls = 0;
  /** Values of which nothing is told: deeper than shapes go, or numbers that a double does not hold. */
  others = 0;
  /** The formats that every string fits, as bits. */
  formats = allFormats;
  elements: Shape | undefined;
  members: Map<string, Member> | undefined;
  /** The values of members that are not told apart. */
  rest: Shape | undefined;
  /** Whether its objects have too many names to tell any apart. */
  isMap = false;

  /** The values that were seen. */
  get count(): number {
    return (
      this.objects +
      this.arrays +
      this.strings +
      this.integers +
      this.fractions +
      this.booleans +
      this.nulls +
      this.others
    );
  }

  /** The member of an object that is being read; `undefined` if it is not told apart. */
  member(name: string): Member | undefined {
    if (this.isMap || name.length > mostNameCharacters) return undefined;
    this.members ??= new Map();
    const known = this.members.get(name);
    if (known !== undefined) return known;
    if (this.members.size === mostNames) {
      this.becomeMap();
      return undefined;
    }
    const member = { shape: new Shape(), present: 0, places: 0, lastObject: -1 };
    this.members.set(name, member);
    return member;
  }

  restOfMembers(): Shape {
    this.rest ??= new Shape();
    return this.rest;
  }

  becomeMap(): void {
    this.isMap = true;
    const members = this.members?.values() ?? [];
    this.members = undefined;
    for (const { shape } of members) this.restOfMembers().add(shape);
  }

  /** Adds all that the other shape knows, which is not to be used any more. */
  add(other: Shape): void {
    this.objects += other.objects;
    this.arrays += other.arrays;
    this.strings += other.strings;
    this.integers += other.integers;
    this.fractions += other.fractions;
    this.booleans += other.booleans;
    this.nulls += other.nulls;
    this.others += other.others;
    this.formats &= other.formats;
    if (other.elements !== undefined) {
      if (this.elements === undefined) this.elements = other.elements;
      else this.elements.add(other.elements);
    }
    if (other.rest !== undefined) {
      if (this.rest === undefined) this.rest = other.rest;
      else this.rest.add(other.rest);
    }
    if (other.isMap && !this.isMap) this.becomeMap();
    for (const [name, member] of other.members ?? []) this.#addMember(name, member);
  }

  #addMember(name: string, added: Member): void {
    const known = this.member(name);
    if (known === undefined) return this.restOfMembers().add(added.shape);
    known.shape.add(added.shape);
    known.present += added.present;
    known.places += added.places;
    known.lastObject = -1;
  }
}
