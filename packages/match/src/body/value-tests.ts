import type { MatchField, MatchOperator } from '../language/match.ts';
import { compareDecimals, parseDecimal } from '../text/decimal.ts';
import { fold } from '../text/fold.ts';
import { Needle } from '../text/needle.ts';
import type { JsonValue } from './json-node.ts';

/** Tells whether a text fulfils a condition. */
export type TextTest = (text: string) => boolean;

/** The test of one text of a field other than `received`. */
export function textTest(field: MatchField, operator: MatchOperator, text: string): TextTest {
  if (operator === ':') {
    const needle = new Needle(text);
    return (value) => needle.isIn(value);
  }
  if (operator !== '=') return numberTest(operator, text);
  if (field.name === 'method') {
    const folded = fold(text);
    return (value) => fold(value) === folded;
  }
  return (value) => value === text;
}

/** The test of a value in JSON. */
export function jsonTest(operator: MatchOperator, text: string): (value: JsonValue) => boolean {
  if (operator === ':') {
    const needle = new Needle(text);
    return (value) => needle.isIn(value.text);
  }
  if (operator === '=') {
    const isSameNumber = parseDecimal(text) === undefined ? undefined : numberTest('=', text);
    return (value) => {
      return (
        value.text === text || (value.type === 'number' && isSameNumber?.(value.text) === true)
      );
    };
  }
  const test = numberTest(operator, text);
  return ({ type, text: value }) => (type === 'number' || type === 'string') && test(value);
}

/** The test of a decimal number; a text that is none never passes. */
function numberTest(operator: MatchOperator, text: string): TextTest {
  const bound = parseDecimal(text);
  return (value) => {
    const number = bound === undefined ? undefined : parseDecimal(value);
    if (number === undefined || bound === undefined) return false;
    return isInOrder(operator, compareDecimals(number, bound));
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
