import { type PlainPlace, ShapeNode } from './place.ts';

/** What bounds left out of samples, as bits. */
export const left = { deepValues: 1, longNames: 2 } as const;

/** The same as a plain value, to be handed to another thread. */
export interface PlainShape {
  root: PlainPlace;
  samples: number;
  step: number;
  left: number;
  bytes: number;
}

/**
 * What JSON samples look like, without any of their values. Neither the order in which samples are added nor their grouping makes any
 * difference, also where bounds are met.
 */
export class Shape {
  #root = new ShapeNode();
  #samples = 0;
  #step = 0;
  #left = 0;
  #bytes = placeBytes;
  /** Of those bytes, what came since it was last coarsened. */
  #unchecked = 0;

  static of({ root, samples, step, left, bytes }: PlainShape): Shape {
    const shape = new Shape();
    shape.#root = ShapeNode.of(root);
    shape.#samples = samples;
    shape.#step = step;
    shape.#left = left;
    shape.#bytes = bytes;
    return shape;
  }

  /** Its parts are not copied. Takes time linear in the shape. */
  plain(): PlainShape {
    this.settle();
    const [root, samples, step] = [this.#root, this.#samples, this.#step];
    return { root, samples, step, left: this.#left, bytes: this.#bytes };
  }

  /** The number of samples. */
  get samples(): number {
    return this.#samples;
  }

  /** @internal */
  get root(): ShapeNode {
    return this.#root;
  }

  /** @internal Its place among the finenesses. */
  get step(): number {
    return this.#step;
  }

  /** @internal */
  get fineness(): Fineness {
    return finenessAt(this.#step);
  }

  /** @internal Of `left`. */
  get left(): number {
    return this.#left;
  }

  /** @internal At least the bytes of memory that it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @internal */
  countSample(): void {
    this.#samples += 1;
  }

  /** @internal */
  leave(what: number): void {
    this.#left |= what;
  }

  /** @internal Its places took so many more bytes. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    this.#unchecked += bytes;
  }

  /** @internal Whether it may have outgrown its memory. */
  get isUnchecked(): boolean {
    return this.#unchecked > mostUnchecked;
  }

  /**
   * Adds all that the other shape knows, which is not to be used any more. Takes time linear in the other shape; this one is gone through
   * whenever it has grown by `mostUnchecked`, and at most once for each fineness.
   */
  add(other: Shape): void {
    this.#samples += other.#samples;
    this.#left |= other.#left;
    this.#step = Math.max(this.#step, other.#step);
    this.#root.add(other.#root);
    this.grow(other.#bytes);
    if (this.isUnchecked) this.settle();
  }

  /** @internal Makes it as coarse as it must be. */
  settle(): void {
    for (; ; this.#step += 1) {
      const { bytes, isCut, fits } = coarsen(this.#root, this.fineness);
      if (isCut) this.leave(left.deepValues);
      this.#bytes = bytes;
      this.#unchecked = 0;
      if (fits) return;
    }
  }
}

/** A longer name is told with the rest of its object. */
export const mostNameCharacters = 256;

/**
 * What a shape and the reader of its samples may take in memory together: each stays under half of it. Up to `mostCharge` is kept, and what
 * was read since that was last looked at takes at most `mostUnchecked`. So a shape never has more than some 15,000 places, which bounds what it
 * costs to add one to another, or to make its schema.
 */
export const mostMemory = 8 * 1024 * 1024;
const mostUnchecked = mostMemory / 8;
const mostCharge = mostMemory / 2 - mostUnchecked;

/** How fine a shape is: objects with more names are maps, and the root is the first level. */
export interface Fineness {
  readonly names: number;
  readonly levels: number;
}

/** From the finest to one that always fits. */
const finenesses: readonly Fineness[] = [
  ...[1000, 500, 250, 125, 64, 32, 16].map((names) => ({ names, levels: 64 })),
  ...[32, 16, 8, 4].map((levels) => ({ names: 16, levels })),
  { names: 4, levels: 4 },
  { names: 0, levels: 4 },
];

export function finenessAt(step: number): Fineness {
  const fineness = finenesses[step];
  if (fineness === undefined) throw new RangeError(`There is no fineness ${step}`);
  return fineness;
}

/** The bytes of a place with its entry among the members of another; measured, and rounded up. */
export const placeBytes = 288;

export function nameBytes(characters: number): number {
  return 2 * characters;
}

/** What a shape has when it is as coarse as its fineness says. */
interface Coarsened {
  /** The bytes that it takes. */
  bytes: number;
  /** Whether anything was forgotten since it was too deep. */
  isCut: boolean;
  fits: boolean;
}

/**
 * Makes what is at a place as coarse as a fineness says, and tells whether that fits into the memory. Takes time linear in the places.
 *
 * The coarsest shape of all samples must be the same in any order. So what decides on it must never fall when a sample is added: not the
 * bytes, since they fall when an object becomes a map. Its charge does not: a map is charged what it could have taken before, each of its names with all
 * that is known of any. A shape is then exactly as coarse as the first fineness at which the charge of all its samples fits.
 */
function coarsen(root: ShapeNode, fineness: Fineness): Coarsened {
  const result: Coarsened = { bytes: 0, isCut: false, fits: true };
  result.fits = charge(root, 1, fineness, result) <= mostCharge;
  return result;
}

function charge(place: ShapeNode, level: number, fineness: Fineness, result: Coarsened): number {
  result.bytes += placeBytes;
  if (level === fineness.levels) {
    if (place.cut()) result.isCut = true;
    return placeBytes;
  }
  if (place.members !== undefined && place.members.size > fineness.names) place.becomeMap();
  const within = (part: ShapeNode | undefined) =>
    part === undefined ? 0 : charge(part, level + 1, fineness, result);
  const rest = within(place.rest);
  const others = placeBytes + within(place.elements) + rest;
  if (place.isMap) return others + fineness.names * (nameBytes(place.longestName) + rest);
  let ofMembers = 0;
  for (const [name, member] of place.members ?? []) {
    result.bytes += nameBytes(name.length);
    ofMembers += nameBytes(name.length) + within(member);
  }
  return others + ofMembers;
}
