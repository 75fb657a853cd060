import type { MatchField, MatchOperator } from '../language/match.ts';
import {
  type ComparedText,
  compareDecimals,
  fold,
  Needle,
  parseDecimal,
} from '../text/compared-text.ts';
import type { JsonType } from './json-node.ts';

/** Tells whether a text fulfils a condition. */
export type TextTest = (text: ComparedText) => boolean;

/** Tells whether a value in JSON does: the decoded text of a string, the text as sent of any other value. */
export type JsonTest = (text: ComparedText, type: JsonType) => boolean;

/** The test of one text of a field other than `received`. */
export function textTest(field: MatchField, operator: MatchOperator, text: string): TextTest {
  if (operator === ':') return containing(text);
  if (operator !== '=') return numberTest(operator, text);
  if (field.name === 'method') {
    const folded = fold(text);
    return (value) => value.folded === folded;
  }
  return (value) => value.is(text);
}

/** The test of a value in JSON. */
export function jsonTest(operator: MatchOperator, text: string): JsonTest {
  if (operator === ':') return containing(text);
  const isNumber = numberTest(operator, text);
  if (operator === '=') {
    const canBeNumber = parseDecimal(text) !== undefined;
    return (value, type) => value.is(text) || (type === 'number' && canBeNumber && isNumber(value));
  }
  return (value, type) => (type === 'number' || type === 'string') && isNumber(value);
}

function containing(text: string): TextTest {
  const needle = new Needle(text);
  return (value) => value.contains(needle);
}

/** The test of a decimal number; a text that is none never passes. */
function numberTest(operator: MatchOperator, text: string): TextTest {
  const bound = parseDecimal(text);
  return (value) => {
    if (bound === undefined || value.decimal === undefined) return false;
    return isInOrder(operator, compareDecimals(value.decimal, bound));
  };
}

/** Whether a comparison, below, at or above 0, fulfils the operator. */
export function isInOrder(operator: MatchOperator, comparison: number): boolean {
  switch (operator) {
    case '>':
      return comparison > 0;
    case '>=':
      return comparison >= 0;
    case '<':
      return comparison < 0;
    case '<=':
      return comparison <= 0;
    default:
      return comparison === 0;
  }
}
