import { type OutputUnit, validate } from '@cfworker/json-schema';
import { startOfJson } from '../../json/tokenizer.ts';
import type { CheckedSchema } from './check-schema.ts';
import { printPlace, type ValuePath } from './raw-values.ts';
import { ErrorTeller } from './tell-errors.ts';
import { type FoundDifference, plural, ranks } from './words.ts';

/** Something about a value that its schema does not allow. */
export interface Difference {
  /** The place in the value, as the match language writes it: `customer.email`, `lines[0].amount`; empty for the whole value. */
  path: string;
  /** In plain words: "`amount` is a string, was an integer". */
  problem: string;
}

/** Comparing a value goes deeper than the stack does. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';

  constructor() {
    super('The body is nested too deep to be judged');
  }
}

/** So many differences are told unless the caller says otherwise. */
const usualDifferences = 10;

/**
 * What keeps a value from fitting a schema, in words, the most telling first; empty if it fits. No value of it is told,
 * only names. Nothing bounds how long it takes: the caller does.
 * @param value as `readJsonValue` gives it
 * @throws {TooMuchWork} if it cannot be judged
 */
export function differencesOf(
  schema: CheckedSchema,
  value: unknown,
  most = usualDifferences,
): Difference[] {
  const first = errorsOf(schema, value, true);
  if (first === undefined) throw new TooMuchWork();
  if (first.length === 0) return [];
  // The validator has no room for very many errors. Then those up to the first member or item that differs are told.
  const all = errorsOf(schema, value, false);
  const teller = new ErrorTeller(schema, value, all ?? first);
  const differences = countedOnce(teller.findings())
    .sort((left, right) => rankOf(left) - rankOf(right))
    .slice(0, most)
    .map((counted) => inWords(counted, teller.isCut));
  return differences.length > 0 ? differences : [{ path: '', problem: 'The body does not fit' }];
}

/** What the validator finds; undefined if the stack overflows. */
function errorsOf(
  { root, targets }: CheckedSchema,
  value: unknown,
  isFirstEnough: boolean,
): OutputUnit[] | undefined {
  try {
    return validate(value, root, '2020-12', targets, isFirstEnough).errors;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A finding, and how many more like it there are in other items. */
interface Counted {
  finding: FoundDifference;
  more: number;
}

/** What all items of an array have is told once. */
function countedOnce(findings: readonly FoundDifference[]): Counted[] {
  const counted = new Map<string, Counted>();
  for (const finding of findings) {
    const key = `${inAnyItem(finding.place.place)} ${finding.problem}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { finding, more: 0 });
    else if (known.finding.place.address !== finding.place.address) known.more += 1;
  }
  return [...counted.values()];
}

/** A wrong constant tells as much as any other wrong value, once alternatives were weighed. */
function rankOf({ finding }: Counted): number {
  return Math.min(finding.rank, ranks.value);
}

function inWords({ finding, more }: Counted, isCut: boolean): Difference {
  const path = printPlace(finding.place.place);
  const subject = path === '' ? 'The body' : `\`${path}\``;
  const others =
    more === 0 ? '' : ` (as in ${isCut ? 'at least ' : ''}${plural(more, 'more place')})`;
  return { path, problem: `${subject} ${finding.problem}${others}` };
}

/** The place without the indexes of items. */
function inAnyItem(place: ValuePath | undefined): string {
  let text = '';
  for (let at = place; at !== undefined; at = at.above) {
    text = `${typeof at.step === 'number' ? '*' : `/${at.step}`}${text}`;
  }
  return text;
}

/** As JSON writes half of a surrogate pair, and a whole one. */
const halfOfPair = /\\u[dD][89a-fA-F]|\p{Cs}/u;

/**
 * Reads a JSON text for the validator. It makes addresses of names, so that halves of surrogate pairs in them are replaced.
 * @returns `undefined` if it is no JSON
 */
export function readJsonValue(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(startOfJson(text) === 0 ? text : text.slice(1));
  } catch {
    return undefined;
  }
  if (halfOfPair.test(text)) completeNames(value);
  return value;
}

function completeNames(value: unknown): void {
  const open = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, member] of Object.entries(one)) {
      if (typeof member === 'object') open.push(member);
      if (name.isWellFormed()) continue;
      Reflect.deleteProperty(one, name);
      Reflect.set(one, name.toWellFormed(), member);
    }
  }
}
