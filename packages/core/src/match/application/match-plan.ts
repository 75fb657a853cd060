import { isInOrder } from '../body/value-tests.ts';
import type { Match, MatchCondition, MatchOperator, MatchTerm } from '../language/match.ts';
import { compareDecimals, type Decimal, fold, parseDecimal } from '../text/compared-text.ts';
import { parseInstant, parseTimeBound } from '../text/times.ts';
import { boundAt, isOnMethod } from './compiled-match.ts';

/** The facts about a match that a host can use before it reads a request. */
export interface MatchPlan {
  /** The parts that a request must have for the match to be decided. */
  needs: {
    headers: boolean;
    /** A header whose name begins with `X-` may decide. No sender's event is told by one. */
    xHeaders: boolean;
    query: boolean;
    /** The text of the body may decide. A derived event may do so too; see `event`. */
    body: boolean;
    /** The text of the body must be read as JSON. */
    json: boolean;
    /** The event decides, stored or derived. */
    event: boolean;
  };
  /** Unless there are none, the method fulfils one of these: its lower case contains the text, or is the text. */
  methods: readonly { test: 'contains' | 'equals'; folded: string }[];
  /** Unless it is `undefined`, the verdict on the signature is exactly this. */
  signature: string | undefined;
  /** Unless it is `undefined`, the verdict by a contract is exactly this. */
  contract: string | undefined;
  /** Ranges in which all requests that match lie, both ends included; whole numbers. */
  id: ColumnRange;
  /** In bytes. */
  size: ColumnRange;
  /** In milliseconds since 1970. */
  receivedAt: ColumnRange;
  /** Each of them is in every request that matches: the longest few, since each is looked for in a whole body. */
  needles: readonly BodyNeedle[];
}

/**
 * Derives what holds for every request that matches, for stores that can tell it sooner: they may leave out all others,
 * and ask `holds` about the rest.
 * @param now in milliseconds since 1970; ages such as `received>15m` count from it
 */
export function matchPlan(match: Match, now: number): MatchPlan {
  const conditions = match.terms.map(({ condition }) => condition);
  const positive = match.terms.flatMap(({ isNegated, condition }) =>
    isNegated ? [] : [condition],
  );
  return {
    needs: {
      headers: conditions.some((condition) => reads(condition, ['header', 'header.NAME'])),
      xHeaders: conditions.some(readsXHeader),
      query: conditions.some((condition) => reads(condition, ['query', 'query.NAME'])),
      body: conditions.some(needsBody),
      json: conditions.some(needsJson),
      event: conditions.some((condition) => fieldOf(condition) === 'event'),
    },
    methods: positive.filter(isOnMethod).flatMap((condition) => {
      if (condition.kind !== 'field') return [];
      const test = condition.operator === ':' ? ('contains' as const) : ('equals' as const);
      return [{ test, folded: fold(condition.text) }];
    }),
    signature: exactText(positive, 'signature'),
    contract: exactText(positive, 'contract'),
    ...columnRanges(match.terms, now),
    needles: longestOf(positive.flatMap(bodyNeedles)),
  };
}

const mostNeedles = 4;

function longestOf(needles: readonly BodyNeedle[]): readonly BodyNeedle[] {
  if (needles.length <= mostNeedles) return needles;
  const longestFirst = [...needles].sort((one, other) => other.folded.length - one.folded.length);
  return longestFirst.slice(0, mostNeedles);
}

/** The text that one of the conditions asks a field to be. */
function exactText(
  conditions: readonly MatchCondition[],
  name: 'signature' | 'contract',
): string | undefined {
  for (const condition of conditions) {
    if (condition.kind !== 'field' || condition.field.name !== name) continue;
    if (condition.operator === '=') return condition.text;
  }
  return undefined;
}

function fieldOf(condition: MatchCondition): string | undefined {
  return 'field' in condition ? condition.field.name : undefined;
}

/** A word is looked for everywhere. */
function reads(condition: MatchCondition, names: readonly string[]): boolean {
  return condition.kind === 'word' || names.includes(fieldOf(condition) ?? '');
}

function readsXHeader(condition: MatchCondition): boolean {
  if (reads(condition, ['header'])) return true;
  if (!('field' in condition) || condition.field.name !== 'header.NAME') return false;
  return condition.field.key.startsWith('x-');
}

function needsJson(condition: MatchCondition): boolean {
  if (condition.kind === 'has-kind') return condition.bodyKind === 'json';
  return fieldOf(condition) === 'json.PATH';
}

function needsBody(condition: MatchCondition): boolean {
  switch (condition.kind) {
    case 'word':
      return true;
    case 'has-kind':
      return ['json', 'xml', 'text', 'binary'].includes(condition.bodyKind);
    case 'has':
      return condition.field.name === 'json.PATH';
    case 'field':
      return condition.field.name === 'body' || condition.field.name === 'json.PATH';
  }
}

/** Whole numbers, both included. Without one of them the range is open; with `least > most` it is empty. */
export interface ColumnRange {
  least?: number;
  most?: number;
}

interface ColumnRanges {
  id: ColumnRange;
  size: ColumnRange;
  receivedAt: ColumnRange;
}

/** The ranges that terms without a minus sign, and comparisons with one, leave. */
function columnRanges(terms: readonly MatchTerm[], now: number): ColumnRanges {
  const ranges: ColumnRanges = { id: {}, size: {}, receivedAt: {} };
  for (const { isNegated, condition } of terms) {
    if (condition.kind === 'has-kind' && !isNegated) {
      narrow(ranges.size, condition.bodyKind === 'empty' ? { most: 0 } : { least: 1 });
    }
    if (condition.kind === 'has' && condition.field.name === 'body') {
      narrow(ranges.size, isNegated ? { most: 0 } : { least: 1 });
    }
    if (condition.kind !== 'field') continue;
    const operator = isNegated ? opposite[condition.operator] : condition.operator;
    if (operator === undefined || operator === ':') continue;
    const { name } = condition.field;
    if (name === 'received') {
      narrow(ranges.receivedAt, timeRange(operator, condition.text, now));
    } else if (name === 'id' || name === 'size') {
      narrow(ranges[name], numberRange(operator, condition.text));
    }
  }
  return ranges;
}

/** Every request has a size and a time, so that the opposite of a comparison is one too. A request without an id matches neither. */
const opposite: Readonly<Partial<Record<MatchOperator, MatchOperator>>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
};

function narrow(range: ColumnRange, by: ColumnRange): void {
  if (by.least !== undefined) range.least = Math.max(range.least ?? by.least, by.least);
  if (by.most !== undefined) range.most = Math.min(range.most ?? by.most, by.most);
}

function timeRange(operator: MatchOperator, text: string, now: number): ColumnRange {
  if (operator === '=') {
    const at = parseInstant(text);
    return at === undefined ? {} : { least: at, most: at };
  }
  const bound = parseTimeBound(text);
  return bound === undefined ? {} : wholeRange(operator, boundAt(bound, now));
}

/** Numbers at both ends of the range that integers are exact in. */
const [lowest, highest] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

function numberRange(operator: MatchOperator, text: string): ColumnRange {
  const bound = parseDecimal(text);
  if (bound === undefined) return operator === '=' ? { least: 1, most: 0 } : {};
  const number = Number(text);
  if (number >= lowest && number <= highest) {
    // A bound with more digits than a double has: the range is one wider than it must be.
    const isExact = isSame(bound, parseDecimal(String(number)));
    if (isExact) return wholeRange(operator, number);
    return widened(wholeRange(operator, Math.round(number)));
  }
  const isAbove = number > 0;
  if (operator === '=') return { least: 1, most: 0 };
  const holdsForAll = isInOrder(operator, isAbove ? -1 : 1);
  return holdsForAll ? {} : { least: 1, most: 0 };
}

function isSame(left: Decimal, right: Decimal | undefined): boolean {
  return right !== undefined && compareDecimals(left, right) === 0;
}

function widened({ least, most }: ColumnRange): ColumnRange {
  return {
    ...(least === undefined ? {} : { least: least - 1 }),
    ...(most === undefined ? {} : { most: most + 1 }),
  };
}

function wholeRange(operator: MatchOperator, bound: number): ColumnRange {
  switch (operator) {
    case '>':
      return { least: Math.floor(bound) + 1 };
    case '>=':
      return { least: Math.ceil(bound) };
    case '<':
      return { most: Math.ceil(bound) - 1 };
    case '<=':
      return { most: Math.floor(bound) };
    default:
      return { least: Math.ceil(bound), most: Math.floor(bound) };
  }
}

/**
 * A text that every request that matches has somewhere. It has characters of ASCII alone, letters in lower case,
 * and is found by comparing bytes with the case of A to Z ignored. It says nothing about bodies with a content
 * coding, or in a charset in which bytes of ASCII do not mean ASCII (UTF-16, ISO-2022-JP): these must be read.
 */
export interface BodyNeedle {
  folded: string;
  /** `body`: it is in the body; `anywhere`: in the body, or in another part that a word is looked for in. */
  place: 'body' | 'anywhere';
  /** A body that has a backslash and a `u` behind it may spell the text in another way and must be read. */
  mayBeEscaped: boolean;
}

/** The needles of a condition without a minus sign. Shorter ones than the longest run of ASCII are left out. */
function bodyNeedles(condition: MatchCondition): BodyNeedle[] {
  if (condition.kind === 'word') return needle(condition.text, 'anywhere');
  if (condition.kind === 'has' && condition.field.name === 'json.PATH') {
    return jsonNeedles(condition.field.path);
  }
  if (condition.kind !== 'field') return [];
  const { field, operator, text } = condition;
  if (field.name === 'body') return needle(text, 'body');
  if (field.name !== 'json.PATH') return [];
  // A number may be written in many ways, and so may a bound be met.
  const isText = operator === ':' || (operator === '=' && parseDecimal(text) === undefined);
  return jsonNeedles([...field.path, ...(isText ? [text] : [])]);
}

function needle(text: string, place: BodyNeedle['place']): BodyNeedle[] {
  const folded = longest(fold(text).split(/[^\0-\x7f]+/));
  return folded === '' ? [] : [{ folded, place, mayBeEscaped: false }];
}

/** An index of an array is written nowhere. */
function jsonNeedles(texts: readonly string[]): BodyNeedle[] {
  return texts.flatMap((text, index) => {
    const isIndex = index < texts.length && /^\d+$/.test(text);
    // A quote, a backslash, a slash and control characters have escapes of their own.
    const folded = isIndex ? '' : longest(fold(text).split(/[^ !#-.0-[\]-\x7f]+/));
    return folded === '' ? [] : [{ folded, place: 'body' as const, mayBeEscaped: true }];
  });
}

function longest(runs: readonly string[]): string {
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}
