import type { OutputUnit } from '@cfworker/json-schema';
import type { CheckedSchema } from './check-schema.ts';
import { keywords } from './keywords.ts';
import { isObject, type ValuePath } from './raw-values.ts';
import {
  type FoundDifference,
  findingsOf,
  type Located,
  other,
  otherType,
  ranks,
  type ValuePlace,
} from './words.ts';

/** The place of a keyword in the schema. */
interface KeywordPlace extends Pick<Located, 'schema' | 'reached'> {
  /** It says which items count for `contains`: what is wrong with the others is no difference. */
  isCondition: boolean;
}

/**
 * Turns errors of the validator into findings. It gives them in one list: after that of a keyword come those of the schemas
 * within it, whose locations begin with its own.
 */
export class ErrorTeller {
  readonly #schema: CheckedSchema;
  readonly #value: unknown;
  readonly #errors: readonly OutputUnit[];
  readonly #keywordPlaces = new Map<string, KeywordPlace>();
  /** There are more errors than were looked at. */
  isCut = false;

  constructor(schema: CheckedSchema, value: unknown, errors: readonly OutputUnit[]) {
    this.#schema = schema;
    this.#value = value;
    this.#errors = errors;
  }

  /** Those of some of the errors. */
  findings(start = 0, end = this.#errors.length): FoundDifference[] {
    const found: FoundDifference[] = [];
    let at = start;
    while (at < end && found.length < mostFindings) {
      const [findings, next] = this.#findingsAt(at, start, end);
      for (const finding of findings) found.push(finding);
      at = next;
    }
    this.isCut ||= at < end;
    return found;
  }

  /** What an error says, and the next one that is left. */
  #findingsAt(at: number, start: number, end: number): [findings: FoundDifference[], next: number] {
    const error = this.#error(at);
    const { keyword, instanceLocation } = error;
    const { isCondition, ...keywordPlace } = this.#keywordPlace(error.keywordLocation);
    if (isCondition) return [[], at + 1];
    const located = { keyword, ...keywordPlace, ...this.#valueAt(instanceLocation) };
    switch (keyword) {
      case 'anyOf':
      case 'oneOf': {
        const next = this.#endWithin(at, end);
        return [this.#ofAlternatives(at, next, located), next];
      }
      case 'propertyNames': {
        const { place } = this.#valueAt(this.#error(at + 1).instanceLocation);
        return [[other(place, 'has a name that is not allowed')], this.#endWithin(at, end)];
      }
      case 'type': {
        // Nothing else that the schema says of the value would tell more.
        let next = at + 1;
        while (next < end && this.#isOfSameSchema(at, next)) next += 1;
        return [findingsOf(located), next];
      }
      case 'required':
      case 'dependentRequired': {
        // The validator tells each name that is missing, without saying which: all are told at the first.
        let next = at + 1;
        while (next < end && isSame(error, this.#error(next))) next += 1;
        return [findingsOf(located), next];
      }
      case 'unevaluatedProperties':
      case 'unevaluatedItems':
        return [[], this.#differsOtherwise(at, start) ? this.#endWithin(at, end, '') : at + 1];
      default:
        return [findingsOf(located), at + 1];
    }
  }

  #error(at: number): OutputUnit {
    const error = this.#errors[at];
    if (error === undefined) throw new Error('There is no such error');
    return error;
  }

  /** The first error that is not within the one at a place; without a mark, nor of the same keyword again. */
  #endWithin(at: number, end: number, mark = '/'): number {
    const inside = this.#error(at).keywordLocation + mark;
    let next = at + 1;
    while (next < end && this.#error(next).keywordLocation.startsWith(inside)) next += 1;
    return next;
  }

  /** Tells what keeps the value from the alternative that it is nearest to. */
  #ofAlternatives(at: number, end: number, located: Located): FoundDifference[] {
    const { keywordLocation } = this.#error(at);
    const { keyword, schema, value, place } = located;
    const indexAt = (error: number) =>
      Number.parseInt(this.#error(error).keywordLocation.slice(keywordLocation.length + 1), 10);
    const alternatives: FoundDifference[][] = [];
    for (let start = at + 1, next = start; start < end; start = next) {
      while (next < end && indexAt(next) === indexAt(start)) next += 1;
      alternatives.push(this.findings(start, next));
    }
    const count = Object.keys(Object(schema[keyword])).length;
    const fitting = count - alternatives.length;
    if (fitting > 0) {
      const problem = `fits ${fitting} of ${count} alternatives, and may fit only one`;
      return [other(place, problem)];
    }
    const types = alternatives.map((findings) => typesHere(findings, place));
    const near = alternatives.filter((_, index) => types[index] === undefined);
    const all = types.flatMap((one) => one ?? []);
    if (near.length === 0) return [otherType(value, all, place)];
    return near.reduce((best, next) => (distance(next) < distance(best) ? next : best));
  }

  /**
   * Whether the schema found something else on the same value, which stands before this. What does not fit has not looked at all
   * that it would, so that nothing can be said of the rest.
   */
  #differsOtherwise(at: number, start: number): boolean {
    if (at === start || !this.#isOfSameSchema(at, at - 1)) return false;
    return !this.#error(at - 1).keywordLocation.startsWith(this.#error(at).keywordLocation);
  }

  /** Whether another error is of the schema of the first one, or within it, on the same value, or within that. */
  #isOfSameSchema(at: number, other: number): boolean {
    const { keywordLocation, instanceLocation } = this.#error(at);
    const error = this.#error(other);
    return (
      error.keywordLocation.startsWith(
        keywordLocation.slice(0, keywordLocation.lastIndexOf('/') + 1),
      ) && `${error.instanceLocation}/`.startsWith(`${instanceLocation}/`)
    );
  }

  #keywordPlace(location: string): KeywordPlace {
    const known = this.#keywordPlaces.get(location);
    if (known !== undefined) return known;
    const { root, targets } = this.#schema;
    let [schema, reached, isCondition]: [unknown, string, boolean] = [root, '', false];
    const steps = location.split('/').slice(1, -1).values();
    for (const keyword of steps) {
      if (!isObject(schema)) break;
      reached = keyword;
      isCondition ||= keyword === 'contains';
      schema = keyword === '$ref' ? targets[String(schema.$ref)] : schema[keyword];
      const isSeveral = !/^(schema|items)$/.test(keywords.get(keyword) ?? 'schema');
      if (!isSeveral) continue;
      reached = '';
      schema = Object(schema)[decoded(steps.next().value ?? '')];
    }
    const place = { schema: isObject(schema) ? schema : {}, reached, isCondition };
    this.#keywordPlaces.set(location, place);
    return place;
  }

  #valueAt(location: string): Pick<Located, 'value' | 'place'> {
    let [value, place]: [unknown, ValuePath | undefined] = [this.#value, undefined];
    for (const step of location.split('/').slice(1)) {
      const name = decoded(step);
      place = { above: place, step: Array.isArray(value) ? Number(name) : name };
      value = Object(value)[name];
    }
    return { value, place: { place, address: location } };
  }
}

/** So many are looked at, that a large body of which every item differs is told in time. */
const mostFindings = 2000;

function isSame(left: OutputUnit, right: OutputUnit): boolean {
  return (
    left.keywordLocation === right.keywordLocation &&
    left.instanceLocation === right.instanceLocation
  );
}

/** The types that an alternative asks of the value itself, if it is that which keeps it from fitting. */
function typesHere(
  findings: readonly FoundDifference[],
  here: ValuePlace,
): readonly string[] | undefined {
  return findings.find(({ types, place }) => types && place.address === here.address)?.types;
}

/** A wrong constant is usually that of the member that says which alternative is meant. */
const constantDistance = 1000;

function distance(findings: readonly FoundDifference[]): number {
  const constants = findings.filter(({ rank }) => rank === ranks.constant).length;
  return findings.length + constants * constantDistance;
}

/** A step of a location, which is a JSON pointer within a URL. */
function decoded(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}
