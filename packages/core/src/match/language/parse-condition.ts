import { parseDecimal } from '../text/compared-text.ts';
import { parseInstant, parseTimeBound } from '../text/times.ts';
import { comparisonOf, nearestField } from './fields.ts';
import {
  bodyKinds,
  clipped,
  type MatchCondition,
  MatchError,
  type MatchField,
  type MatchOperator,
  plainFieldNames,
} from './match.ts';
import { parseField } from './parse-field.ts';
import { printWord } from './print-match.ts';
import type { WrittenText } from './split-terms.ts';

/**
 * Reads a term without its minus sign.
 * @param isStored it was taken earlier: a value that no request can have is taken
 * @throws {MatchError} if it makes no sense
 */
export function parseCondition(written: WrittenText, isStored = false): MatchCondition {
  const operator = firstOperator(written);
  if (operator === undefined || operator.at === 0 || isAddress(written)) {
    return { kind: 'word', text: written.text };
  }
  const name = written.part(0, operator.at);
  const value = written.part(operator.at + operator.text.length, written.length);
  if (name.text.toLowerCase() === 'has') return hasCondition(operator.text, value, name);
  const field = parseField(name);
  if (field === undefined) throw unknownField(name, written);
  if (value.length === 0 && operator.text !== '=' && !value.opensQuote(0)) {
    throw new MatchError(
      `A value is missing after ${clipped(name.text)}${operator.text}`,
      { start: name.place(0), end: value.place(0) },
      { isUnfinished: true },
    );
  }
  const isSize = field.name === 'size' && operator.text !== ':';
  const text = isSize ? bytesIn(value.text) : value.text;
  checkValue(field, operator.text, text, { name, value });
  const fault = isStored ? undefined : neverHolds(field, operator.text, text);
  if (fault !== undefined) {
    const place = { start: name.place(0), end: value.place(value.length) };
    throw new MatchError(fault.message, place, fault);
  }
  return { kind: 'field', field, operator: operator.text, text };
}

interface FoundOperator {
  at: number;
  text: MatchOperator;
}

/** The operator that ends the name of a term's field, if it has one. */
export function firstOperator(written: WrittenText): FoundOperator | undefined {
  const isJson = /^json[.[]/i.test(written.text);
  let isInBrackets = false;
  // An operator in brackets counts only if none follows them: the path is refused then.
  let inBrackets: FoundOperator | undefined;
  for (let at = 0; at < written.length; at++) {
    const sign = written.sign(at);
    if (isJson && (sign === '[' || sign === ']')) isInBrackets = sign === '[';
    const operator = operatorAt(written, at);
    if (operator === undefined) continue;
    if (!isInBrackets) return operator;
    inBrackets ??= operator;
  }
  return inBrackets;
}

function operatorAt(written: WrittenText, at: number): FoundOperator | undefined {
  const sign = written.sign(at);
  if (sign === ':' || sign === '=') return { at, text: sign };
  if (sign !== '>' && sign !== '<') return undefined;
  return { at, text: written.sign(at + 1) === '=' ? `${sign}=` : sign };
}

function isAddress({ text }: WrittenText): boolean {
  return /^https?:\/\//i.test(text);
}

function hasCondition(
  operator: MatchOperator,
  value: WrittenText,
  name: WrittenText,
): MatchCondition {
  const place = { start: name.place(0), end: value.place(value.length) };
  if (operator !== ':') {
    throw new MatchError('has takes a colon: has:body, has:header.user-agent, has:json', place);
  }
  const asked = value.text.toLowerCase();
  if (asked === '') {
    throw new MatchError('A field or a kind of body is missing after has:', place, {
      isUnfinished: true,
    });
  }
  const bodyKind = bodyKinds.find((kind) => kind === asked);
  if (bodyKind !== undefined) return { kind: 'has-kind', bodyKind };
  const field = parseField(value);
  if (field !== undefined) return { kind: 'has', field };
  const isUnfinished = [...plainFieldNames, ...bodyKinds].some((known) => known.startsWith(asked));
  throw new MatchError(
    `has:${clipped(value.text)} is not something that a request can have: write has: before a field ` +
      `(has:query, has:header.user-agent, has:json.data.id) or a kind of body (${bodyKinds.join(', ')})`,
    place,
    { isUnfinished },
  );
}

function unknownField(name: WrittenText, term: WrittenText): MatchError {
  if (name.length > 1 && name.sign(0) === '!') {
    return new MatchError(
      `${clipped(name.text)} is not a field; to negate a term, write a minus sign before it: -${clipped(term.text.slice(1))}`,
      { start: name.place(0), end: name.place(name.length) },
    );
  }
  const near = nearestField(name.text);
  const perhaps = near === undefined ? '' : ` (did you mean ${clipped(near)}?)`;
  const quoted = term.length > 60 ? 'put it in double quotes' : `write ${printWord(term.text)}`;
  return new MatchError(
    `${clipped(name.text)} is not a field${perhaps}; to search for this text, ${quoted}`,
    { start: name.place(0), end: name.place(name.length) },
  );
}

/** @throws {MatchError} if the operator cannot be used with the field, or not with that text */
function checkValue(
  field: MatchField,
  operator: MatchOperator,
  text: string,
  { name, value }: { name: WrittenText; value: WrittenText },
): void {
  const place = { start: value.place(0), end: value.place(value.length) };
  if (operator === ':') return;
  if (operator === '=') {
    if (field.name !== 'received' || parseInstant(value.text) !== undefined) return;
    throw new MatchError(
      `received= takes a time as ISO 8601 has it, 2026-11-22T12:00:00.000Z, and ${clipped(value.text)} is not one`,
      place,
    );
  }
  const compares = comparisonOf(field);
  if (compares === undefined) {
    throw new MatchError(
      `${clipped(name.text)} is compared as text: write ${clipped(name.text)}: (contains) or ${clipped(name.text)}= (is exactly)`,
      { start: name.place(0), end: value.place(0) },
    );
  }
  if (compares === 'number' && parseDecimal(text) === undefined) {
    throw new MatchError(
      `${operator} compares numbers, and ${clipped(value.text)} is not one: write 10, -2.5 or 1e6`,
      place,
    );
  }
  if (compares === 'time' && parseTimeBound(value.text) === undefined) {
    throw new MatchError(
      `${clipped(value.text)} is not a time: write a date (2026-11-22), a time (2026-11-22T12:00Z) or how long ago (15m, 2h, 7d)`,
      place,
    );
  }
}

/** The values of the fields that have no others. */
const closedValues: Readonly<Partial<Record<MatchField['name'], readonly string[]>>> = {
  signature: ['valid', 'invalid', 'missing', 'stale', 'unverifiable'],
  contract: ['holds', 'differs', 'none'],
};

/** Fields that are a whole number in every request that has them. */
const wholeNumbers: ReadonlySet<MatchField['name']> = new Set(['size', 'id', 'attempt']);

/** Why no request can ever have such a value in the field; `undefined` if one can. */
function neverHolds(
  field: MatchField,
  operator: MatchOperator,
  text: string,
): { message: string; isUnfinished: boolean } | undefined {
  const values = closedValues[field.name];
  if (values !== undefined) {
    const lower = text.toLowerCase();
    const holds = (value: string) => (operator === '=' ? value === text : value.includes(lower));
    if (values.some(holds)) return undefined;
    return {
      message: `${field.name}${operator}${clipped(text)} never holds: ${field.name} is one of ${values.join(', ')}`,
      isUnfinished: values.some((value) => value.startsWith(text)),
    };
  }
  if (!wholeNumbers.has(field.name)) return undefined;
  const isPossible = operator === ':' ? /^\d*$/.test(text) : parseDecimal(text) !== undefined;
  if (isPossible) return undefined;
  const example = field.name === 'size' ? 'size>1000 or size>1MB' : `${field.name}=10`;
  return {
    message: `${field.name}${operator}${clipped(text)} never holds: ${field.name} is a number, as in ${example}`,
    isUnfinished: text === '',
  };
}

const size = /^(\d{1,12}(?:\.\d{1,6})?)([kmg])(i?)b?$/i;
const powers: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3 };

/** The number of bytes in a text such as `1MB` (1,000,000) or `64KiB` (65,536); any other text is returned as it is. */
function bytesIn(text: string): string {
  const [, number, letter = '', isBinary] = size.exec(text) ?? [];
  const power = powers[letter.toLowerCase()];
  if (number === undefined || power === undefined) return text;
  return String(Math.round(Number(number) * (isBinary === '' ? 1000 : 1024) ** power));
}
