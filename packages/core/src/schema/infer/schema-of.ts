import type { BodySchema, TypeName, ValueSchema } from '../body-schema.ts';
import { formatIn, type ShapeNode, seen } from './place.ts';
import { type Fineness, finenessAt, left, mostNameCharacters, type Shape } from './shape.ts';

/** The most bytes of a schema that is printed without white space: those of its values, and what stands beside them. */
const mostBytes = 1024 * 1024;
const bytesBeside = 16 * 1024;

/**
 * The schema of the samples of a shape, which all fit it. Nothing in it depends on the order of the samples. `leftOut` is what was left out
 * before they were read, in words. Takes time linear in the shape, once for each fineness that is tried.
 */
export function schemaOf(shape: Shape, options: { leftOut?: readonly string[] } = {}): BodySchema {
  shape.settle();
  for (let step = shape.step; ; step += 1) {
    const fineness = finenessAt(step);
    const schemas = new ValueSchemas(fineness, mostBytes - bytesBeside);
    const values = schemas.of(shape.root.copy());
    if (!schemas.fits) continue;
    const leftOut = [...(options.leftOut ?? []), ...leftOutOf(shape, schemas, fineness)];
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...values,
      'x-samples': shape.samples,
      ...(leftOut.length === 0 ? {} : { 'x-left-out': leftOut }),
    };
  }
}

function leftOutOf(shape: Shape, schemas: ValueSchemas, { names, levels }: Fineness): string[] {
  const isDeep = schemas.isCut || (shape.left & left.deepValues) !== 0;
  const hasLongNames = (shape.left & left.longNames) !== 0;
  return [
    ...(isDeep ? [`values deeper than ${levels} levels`] : []),
    ...(schemas.hasManyNames ? [namesPast(names)] : []),
    ...(hasLongNames ? [`names of more than ${mostNameCharacters} characters`] : []),
    ...(schemas.hasHugeNumbers
      ? ['the types of values beside numbers too large for a double']
      : []),
  ];
}

function namesPast(most: number): string {
  return most === 0 ? 'all names' : `names of objects that have more than ${most} of them`;
}

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
class ValueSchemas {
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

  of(place: ShapeNode, level = 1): ValueSchema {
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

  #within(place: ShapeNode, level: number): ValueSchema {
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
  #findMap(place: ShapeNode): void {
    const { members } = place;
    if (place.isMap || (members?.size ?? 0) > this.#fineness.names) this.hasManyNames = true;
    else if (!hasIdsAsNames(place)) return;
    place.becomeMap();
  }

  #properties(
    members: ReadonlyMap<string, ShapeNode>,
    objects: number,
    level: number,
  ): ValueSchema {
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
function byMeanIndex([name, a]: [string, ShapeNode], [otherName, b]: [string, ShapeNode]): number {
  const difference = a.indices / a.present - b.indices / b.present;
  if (difference !== 0) return difference;
  return name < otherName ? -1 : 1;
}

const fewNames = 20;
/** One object in so many has a rare name. */
const rare = 10;

/**
 * Whether the names of the objects at a place are ids: there are over twenty, and none is in more than a tenth of these objects. So an object
 * that came fewer than ten times has names, as has one with any member that is common.
 *
 * Measured: of the objects with over twenty names in all real payloads of the tests, by event and together, none is taken for a map. Of maps
 * made of random ids, three in each of a hundred objects, nine in ten are found with a hundred ids, all with three hundred; none is found
 * where one id is so frequent that it stands in over a tenth of the objects.
 */
function hasIdsAsNames({ members, objects }: ShapeNode): boolean {
  if (members === undefined || members.size <= fewNames) return false;
  for (const { present } of members.values()) if (present * rare > objects) return false;
  return true;
}
