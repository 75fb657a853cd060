import type { TypeName, ValueSchema } from '../body-schema.ts';
import type { Fineness } from './bounds.ts';
import { hasIdsAsNames } from './id-names.ts';
import { type Place, seen } from './place.ts';
import { formatIn } from './string-formats.ts';

const types: readonly (readonly [TypeName, number])[] = [
  ['object', seen.object],
  ['array', seen.array],
  ['string', seen.string],
  ['integer', seen.integer],
  ['number', seen.fraction],
  ['boolean', seen.boolean],
  ['null', seen.null],
];

/** What is printed of each place: punctuation, and a share of 17 digits. */
const bytesOfShare = 40;
/** What is printed of a keyword that has schemas or names, beside those. */
const bytesOfKeyword = 26;
const plainName = /^[ !#-[\]-~]*$/;
const encoder = new TextEncoder();

/** Makes the schemas of the values at places, as fine as asked. The places are changed. */
export class ValueSchemas {
  readonly #fineness: Fineness;
  readonly #mostBytes: number;
  #bytes = 0;
  /** What was left out. */
  hasManyNames = false;
  isCut = false;
  hasHugeNumbers = false;

  constructor(fineness: Fineness, mostBytes: number) {
    this.#fineness = fineness;
    this.#mostBytes = mostBytes;
  }

  /** Whether they take less than the most bytes when they are printed. Past that none are made. */
  get fits(): boolean {
    return this.#bytes <= this.#mostBytes;
  }

  of(place: Place, level = 1): ValueSchema {
    if (!this.fits) return {};
    if ((place.traits & seen.hugeNumber) !== 0) {
      this.hasHugeNumbers = true;
      this.#bytes += bytesOfShare;
      return {};
    }
    const format = formatIn(place.traits);
    const own = { ...typeOf(place.traits), ...(format === undefined ? {} : { format }) };
    this.#bytes += bytesOfShare + JSON.stringify(own).length;
    if (level < this.#fineness.levels) return { ...own, ...this.#within(place, level + 1) };
    if (place.cut()) this.isCut = true;
    return own;
  }

  #within(place: Place, level: number): ValueSchema {
    this.#findMap(place);
    const { members, rest, elements } = place;
    if (members !== undefined) this.#bytes += 2 * bytesOfKeyword;
    if (rest !== undefined) this.#bytes += bytesOfKeyword;
    if (elements !== undefined) this.#bytes += bytesOfKeyword;
    return {
      ...(members === undefined ? {} : this.#properties(members, place.objects, level)),
      ...(rest === undefined ? {} : { additionalProperties: this.of(rest, level) }),
      ...(elements === undefined ? {} : { items: this.of(elements, level) }),
    };
  }

  /** Merges the members of an object whose names are too many, or ids. */
  #findMap(place: Place): void {
    const { members } = place;
    if (place.isMap || (members?.size ?? 0) > this.#fineness.names) this.hasManyNames = true;
    else if (!hasIdsAsNames(place)) return;
    place.becomeMap();
  }

  #properties(members: ReadonlyMap<string, Place>, objects: number, level: number): ValueSchema {
    const properties: [string, ValueSchema][] = [];
    const required: string[] = [];
    for (const [name, member] of [...members].sort(byMeanIndex)) {
      this.#bytes += 2 * printedBytes(name);
      properties.push([name, { ...this.of(member, level), 'x-present': member.present / objects }]);
      if (member.present === objects) required.push(name);
      if (!this.fits) break;
    }
    return {
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
    };
  }
}

function printedBytes(name: string): number {
  return plainName.test(name) ? name.length + 3 : encoder.encode(JSON.stringify(name)).length + 1;
}

function typeOf(traits: number): Pick<ValueSchema, 'type'> {
  // Every integer is a number.
  const told = (traits & seen.fraction) === 0 ? traits : traits & ~seen.integer;
  const names = types.filter(([, bit]) => (told & bit) !== 0).map(([name]) => name);
  const [first] = names;
  if (first === undefined) return {};
  return { type: names.length === 1 ? first : names };
}

/** As they mostly stand in their objects; then by their names. */
function byMeanIndex([name, a]: [string, Place], [otherName, b]: [string, Place]): number {
  const difference = a.indices / a.present - b.indices / b.present;
  if (difference !== 0) return difference;
  return name < otherName ? -1 : 1;
}
