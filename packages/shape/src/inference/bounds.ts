import type { Place } from './place.ts';

/** A longer name is told with the rest of its object. */
export const mostNameCharacters = 256;

/**
 * What a shape and the reader of its samples may take in memory together: each stays under half of it. Up to `mostCharge` is kept, and what
 * was read since that was last looked at takes at most `mostUnchecked`.
 */
export const mostMemory = 8 * 1024 * 1024;
export const mostUnchecked = mostMemory / 8;
const mostCharge = mostMemory / 2 - mostUnchecked;

/** How fine a shape is: objects with more names are maps, and the root is the first level. */
export interface Fineness {
  readonly names: number;
  readonly levels: number;
}

/** From the finest to one that always fits. */
export const finenesses: readonly Fineness[] = [
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
export interface Coarsened {
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
export function coarsen(root: Place, fineness: Fineness): Coarsened {
  const result: Coarsened = { bytes: 0, isCut: false, fits: true };
  result.fits = charge(root, 1, fineness, result) <= mostCharge;
  return result;
}

function charge(place: Place, level: number, fineness: Fineness, result: Coarsened): number {
  result.bytes += placeBytes;
  if (level === fineness.levels) {
    if (place.cut()) result.isCut = true;
    return placeBytes;
  }
  if (place.members !== undefined && place.members.size > fineness.names) place.becomeMap();
  const within = (part: Place | undefined) =>
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
