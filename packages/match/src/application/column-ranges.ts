import { compareDecimals, type Decimal, parseDecimal } from '@hookwell/bodies/decimal';
import { isInOrder } from '../body/value-tests.ts';
import type { MatchOperator, MatchTerm } from '../language/match.ts';
import { parseInstant, parseTimeBound } from '../text/times.ts';
import { boundAt } from './compiled-match.ts';

/** Whole numbers, both included. Without one of them the range is open; with `least > most` it is empty. */
export interface ColumnRange {
  least?: number;
  most?: number;
}

export interface ColumnRanges {
  id: ColumnRange;
  size: ColumnRange;
  receivedAt: ColumnRange;
}

/** The ranges that terms without a minus sign, and comparisons with one, leave. */
export function columnRanges(terms: readonly MatchTerm[], now: number): ColumnRanges {
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
