import { ShapeNode } from './place.ts';
import { left, nameBytes, placeBytes, type Shape } from './shape.ts';

/** An object or array of which a sample has not ended yet. */
interface OpenContainer {
  place: ShapeNode;
  isObject: boolean;
  /** Tells the objects of a sample apart. */
  number: number;
  /** Of its next member. */
  index: number;
  /** The name that was read last; `undefined` if it is not told apart. */
  name: string | undefined;
  /** Where the value of that member is told. */
  member: ShapeNode | undefined;
}

/** The places in a shape of the values that are being read. Deeper levels than it tells are only counted. */
export class OpenContainers {
  readonly #shape: Shape;
  readonly #containers: OpenContainer[] = [];
  #depth = 0;
  #objects = 0;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** Where the value that begins is told; `undefined` if it is too deep. */
  place(): ShapeNode | undefined {
    if (this.#depth === 0) return this.#shape.root;
    const container = this.#innermost();
    if (container === undefined) return undefined;
    if (container.isObject) return container.member;
    container.place.elements ??= this.#newPlace();
    return container.place.elements;
  }

  /** An object or array begins at a place. */
  open(place: ShapeNode | undefined, isObject: boolean): void {
    const depth = this.#depth++;
    if (place === undefined) return;
    if (isObject) this.#objects += 1;
    const number = this.#objects;
    const known = this.#containers[depth];
    if (known === undefined) {
      this.#containers.push({
        place,
        isObject,
        number,
        index: 0,
        name: undefined,
        member: undefined,
      });
      return;
    }
    known.place = place;
    known.isObject = isObject;
    known.number = number;
    known.index = 0;
  }

  close(): void {
    this.#depth -= 1;
  }

  /** A member of the innermost object begins; `undefined` stands for a name that is not told apart. */
  name(name: string | undefined): void {
    if (this.#shape.isUnchecked) this.#settle();
    const container = this.#innermost();
    if (container === undefined) return;
    container.name = name;
    container.member = this.#member(container, name);
    container.index += 1;
  }

  #member({ place, number, index }: OpenContainer, name: string | undefined): ShapeNode {
    if (name === undefined) this.#shape.leave(left.longNames);
    else if (place.isMap) place.longestName = Math.max(place.longestName, name.length);
    if (name === undefined || place.isMap) {
      place.rest ??= this.#newPlace();
      return place.rest;
    }
    place.members ??= new Map();
    let member = place.members.get(name);
    if (member === undefined) {
      member = this.#newPlace(name.length);
      place.members.set(name, member);
    }
    if (member.lastObject !== number) {
      member.lastObject = number;
      member.present += 1;
      member.indices += index;
    }
    return member;
  }

  /** The innermost container; `undefined` if what stands in it is too deep. */
  #innermost(): OpenContainer | undefined {
    if (this.#depth < this.#shape.fineness.levels) return this.#containers[this.#depth - 1];
    this.#shape.leave(left.deepValues);
    return undefined;
  }

  #newPlace(characters = 0): ShapeNode {
    this.#shape.grow(placeBytes + nameBytes(characters));
    return new ShapeNode();
  }

  /** Places may have been added to others meanwhile, or forgotten. */
  #settle(): void {
    this.#shape.settle();
    let place: ShapeNode | undefined = this.#shape.root;
    const depth = Math.min(this.#depth, this.#shape.fineness.levels - 1);
    for (const container of this.#containers.slice(0, depth)) {
      if (place === undefined) return;
      container.place = place;
      container.member = memberAt(place, container.name);
      place = container.isObject ? container.member : place.elements;
    }
  }
}

function memberAt(place: ShapeNode, name: string | undefined): ShapeNode | undefined {
  return name === undefined || place.isMap ? place.rest : place.members?.get(name);
}
