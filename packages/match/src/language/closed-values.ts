import { parseDecimal } from '@hookwell/bodies/decimal';
import type { MatchField, MatchOperator } from './match.ts';

/** The values of the fields that have no others. */
const closedValues: Readonly<Partial<Record<MatchField['name'], readonly string[]>>> = {
  signature: ['valid', 'invalid', 'missing', 'stale', 'unverifiable'],
  contract: ['holds', 'differs', 'none'],
};

/** Fields that are a whole number in every request that has them. */
const wholeNumbers: ReadonlySet<MatchField['name']> = new Set(['size', 'id', 'attempt']);

/** Why no request can ever have such a value in the field; `undefined` if one can. */
export function neverHolds(
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

function clipped(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
